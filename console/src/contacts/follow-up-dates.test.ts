import { expect, test } from 'vitest';
import { followUpChoices, formatFollowUp, readDateTime } from './follow-up-dates.ts';

test('offers tomorrow, three days later and the next Monday, at ten in Brasília', () => {
  // A Monday, half past eleven at night in Brasília.
  expect(followUpChoices(Date.parse('2026-11-24T02:30:00Z'))).toEqual([
    ['Amanhã', '2026-11-24T13:00:00.000Z'],
    ['Em 3 dias', '2026-11-26T13:00:00.000Z'],
    ['Próxima semana', '2026-11-30T13:00:00.000Z'],
  ]);
  const sunday = followUpChoices(Date.parse('2026-11-29T15:00:00Z'));
  expect(sunday.at(-1)).toEqual(['Próxima semana', '2026-11-30T13:00:00.000Z']);
});

test('reads a typed date as Brasília’s time', () => {
  expect(readDateTime('2026-11-25T15:00')).toBe('2026-11-25T18:00:00.000Z');
  expect(readDateTime('')).toBeNull();
});

test('names the day of a follow-up', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  expect(formatFollowUp('2026-11-24T18:00:00.000Z', now)).toBe('hoje às 15:00');
  expect(formatFollowUp('2026-11-25T18:00:00.000Z', now)).toBe('qua, 25/11 às 15:00');
});
