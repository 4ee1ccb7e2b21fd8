import { expect, test } from 'vitest';
import { checkClock } from './check-clock.ts';

const now = Date.parse('2026-11-21T15:00:00Z');
const NOTHING = { now, database: null, newestLeadAt: null };

test('a clock that agrees is green, and told as Brasília reads it', () => {
  expect(checkClock({ ...NOTHING, database: now + 900 })).toMatchObject({
    level: 'green',
    what: 'O relógio diz 21/11/2026, 12:00 em Brasília, e o relógio do banco diz o mesmo.',
  });
  expect(checkClock(NOTHING)).toMatchObject({ level: 'green' });
  const before = '2026-11-21T14:59:00.000Z';
  expect(checkClock({ ...NOTHING, newestLeadAt: before })).toMatchObject({ level: 'green' });
});

test('a clock that differs from the database’s is yellow by seconds, red by minutes', () => {
  expect(checkClock({ ...NOTHING, database: now - 10_000 })).toMatchObject({
    level: 'yellow',
    what: 'O relógio desta máquina e o do banco diferem 10 segundos.',
  });
  expect(checkClock({ ...NOTHING, database: now + 3_600_000 })).toMatchObject({
    level: 'red',
    what: 'O relógio desta máquina e o do banco diferem 1 hora.',
  });
});

test('a lead of the future shows that the clock was set back', () => {
  expect(checkClock({ ...NOTHING, newestLeadAt: '2026-11-24T15:00:00.000Z' })).toMatchObject({
    level: 'yellow',
    what: 'O lead mais novo é de 3 dias no futuro: o relógio voltou.',
  });
});

test('a machine that begins in 1970 is red', () => {
  expect(checkClock({ ...NOTHING, now: 0 })).toMatchObject({ level: 'red' });
});
