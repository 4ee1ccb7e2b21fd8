import { expect, test } from 'vitest';
import { daysBefore, nameDays, type Preset, readDays } from './period.ts';

test('begins a preset so many days before today, and the month on its first day', () => {
  const first = (period: Preset) => readDays({ period }, '2026-03-02').from;
  const presets = ['today', 'week', 'days', 'month'] as const;
  expect(presets.map(first)).toEqual(['2026-03-02', '2026-02-24', '2026-02-01', '2026-03-01']);
});

test('takes thirty days unless days are chosen', () => {
  expect(readDays({}, '2026-11-21')).toEqual({ from: '2026-10-23', until: '2026-11-21' });
  const chosen = { from: '2026-01-05', until: '2026-01-09' };
  expect(readDays(chosen, '2026-11-21')).toEqual(chosen);
});

test('compares with as many days right before', () => {
  expect(daysBefore({ from: '2026-03-01', until: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    until: '2026-02-28',
  });
});

test('names days as people say them', () => {
  expect(nameDays({ from: '2026-10-23', until: '2026-11-21' })).toBe('23 out a 21 nov');
  expect(nameDays({ from: '2026-11-21', until: '2026-11-21' })).toBe('21 nov');
});
