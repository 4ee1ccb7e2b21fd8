import { expect, test } from 'vitest';
import { daysOfSearch, type PeriodPreset } from './period.ts';

test('starts a preset the given number of days before today, and the month on its first day', () => {
  const firstDay = (period: PeriodPreset) => daysOfSearch({ period }, '2026-03-02').from;
  const presets = ['today', 'week', 'days', 'month'] as const;
  expect(presets.map(firstDay)).toEqual(['2026-03-02', '2026-02-24', '2026-02-01', '2026-03-01']);
});

test('returns the last thirty days without chosen days', () => {
  expect(daysOfSearch({}, '2026-11-21')).toEqual({ from: '2026-10-23', until: '2026-11-21' });
  const chosen = { from: '2026-01-05', until: '2026-01-09' };
  expect(daysOfSearch(chosen, '2026-11-21')).toEqual(chosen);
});
