import { expect, test } from 'vitest';
import {
  fillSeats,
  placeholderForSeats,
  replaceSeatsSentences,
  SEATS_PLACEHOLDER,
} from './seats.ts';

const TEXT = replaceSeatsSentences(
  `Um grupo pequeno. Restam ${SEATS_PLACEHOLDER} vagas, **só ${SEATS_PLACEHOLDER} vagas restantes** mesmo. Fim.`,
  'Turma completa',
);

test.each([
  [8, 'Um grupo pequeno. Restam 8 vagas, **só 8 vagas restantes** mesmo. Fim.'],
  [1, 'Um grupo pequeno. Resta 1 vaga, **só 1 vaga restante** mesmo. Fim.'],
  [0, 'Um grupo pequeno. Turma completa **Turma completa** mesmo. Fim.'],
])('fills %s seats into every sentence about them', (seats, text) => {
  expect(fillSeats(TEXT, seats)).toBe(text);
});

test('shows the other text when few seats are left, and no number when the number is unknown', () => {
  const place = placeholderForSeats(TEXT, 'cheio', 3);
  expect([4, 3, 0].map((seats) => fillSeats(place, seats).slice(0, 5))).toEqual([
    'Um gr',
    'cheio',
    'cheio',
  ]);
  expect(fillSeats(`x${SEATS_PLACEHOLDER}`, null)).toBe('x');
});
