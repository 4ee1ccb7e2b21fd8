import { expect, test } from 'vitest';
import { daysBefore, daysOf, nameDays, readDays } from './report-days.ts';

test('presets end today, and the month begins on its first', () => {
  expect(daysOf('today', '2026-03-02')).toEqual({ from: '2026-03-02', until: '2026-03-02' });
  expect(daysOf('week', '2026-03-02')).toEqual({ from: '2026-02-24', until: '2026-03-02' });
  expect(daysOf('days', '2026-03-02')).toEqual({ from: '2026-02-01', until: '2026-03-02' });
  expect(daysOf('month', '2026-03-02')).toEqual({ from: '2026-03-01', until: '2026-03-02' });
});

test('without a wish it is thirty days, and chosen days are taken as they are', () => {
  expect(readDays({}, '2026-11-21')).toEqual({ from: '2026-10-23', until: '2026-11-21' });
  const chosen = { from: '2026-01-05', until: '2026-01-09' };
  expect(readDays(chosen, '2026-11-21')).toEqual(chosen);
});

test('what it is compared with are as many days right before', () => {
  expect(daysBefore({ from: '2026-03-01', until: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    until: '2026-02-28',
  });
});

test('days read as people say them', () => {
  expect(nameDays({ from: '2026-10-23', until: '2026-11-21' })).toBe('23 out a 21 nov');
  expect(nameDays({ from: '2026-11-21', until: '2026-11-21' })).toBe('21 nov');
});
