import { expect, test } from 'vitest';
import { describeClicks } from './people-csv.ts';

test('describes clicks in order, in local time', () => {
  const clicks = [
    { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
    { botao: 'APLICAR', timestamp: '2026-03-02T12:00:05.000Z' },
  ];
  expect(describeClicks(clicks)).toBe(
    '01/03/2026 09:00:05 QUERO ENTRAR (hero) | 02/03/2026 09:00:05 APLICAR',
  );
});
