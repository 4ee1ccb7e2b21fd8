import { expect, test } from 'vitest';
import { listExpiredDays } from './copy-names.ts';

const daysOf = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  );

test('keeps seven days, and the newest of each of four weeks', () => {
  // 2026-11-01 is a Sunday; weeks begin on Monday.
  const days = daysOf('2026-10-01', 60);
  const expired = new Set(listExpiredDays(days));
  expect(days.filter((day) => !expired.has(day))).toEqual([
    ...['2026-11-08', '2026-11-15', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'],
    ...['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ]);
});

test('keeps the copies of the same days when expired copies are removed daily', () => {
  let kept: string[] = [];
  for (const day of daysOf('2026-10-01', 60)) {
    const expired = new Set(listExpiredDays([...kept, day]));
    kept = [...kept, day].filter((keptDay) => !expired.has(keptDay));
  }
  expect(kept).toHaveLength(10);
  expect(kept[0]).toBe('2026-11-08');
});

test('keeps copies of any age when there are few', () => {
  expect(listExpiredDays(['2025-01-01', '2026-06-01', '2026-11-26'])).toEqual([]);
});
