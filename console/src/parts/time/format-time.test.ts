import { dayOf } from '@funil/contract/brasilia';
import { expect, test } from 'vitest';
import {
  formatDays,
  formatFullTime,
  formatLongDay,
  formatRelativeDay,
  formatShortDay,
  formatShortTime,
} from './format-time.ts';

const NOW = Date.parse('2026-11-21T18:00:00Z');

test('shortens a timestamp by its distance from now', () => {
  expect(formatShortTime('2026-11-21T14:05:00Z', NOW)).toBe('11:05');
  expect(formatShortTime('2026-11-21T02:59:00Z', NOW)).toBe('ontem 23:59');
  expect(formatShortTime('2026-03-01T02:59:00Z', NOW)).toBe('28 fev');
  expect(formatShortTime('2025-12-31T12:00:00Z', NOW)).toBe('31 dez 2025');
  expect(formatRelativeDay('2026-11-20T14:05:00Z', NOW)).toBe('ontem');
  expect(formatRelativeDay('2026-05-09T14:05:00Z', NOW)).toBe('9 mai 2026');
});

test('starts a day at midnight in Brasília', () => {
  expect(dayOf(Date.parse('2026-11-21T02:59:59.999Z'))).toBe('2026-11-20');
  expect(dayOf(Date.parse('2026-11-21T03:00:00.000Z'))).toBe('2026-11-21');
});

test('formats like Intl in pt-BR', () => {
  const zone = { timeZone: 'America/Sao_Paulo' } as const;
  const full = new Intl.DateTimeFormat('pt-BR', { ...zone, dateStyle: 'full', timeStyle: 'short' });
  const long = { ...zone, weekday: 'long', day: 'numeric', month: 'long' } as const;
  const short = { ...zone, weekday: 'short', day: 'numeric', month: 'numeric' } as const;
  for (let day = 0; day < 366; day += 1) {
    const at = new Date(NOW + day * 86_400_000 + day * 61_000);
    expect(formatFullTime(at.toISOString())).toBe(full.format(at));
    expect(formatLongDay(at.toISOString())).toBe(at.toLocaleDateString('pt-BR', long));
    expect(formatShortDay(at.toISOString())).toBe(
      at.toLocaleDateString('pt-BR', short).replace('.', ''),
    );
  }
});

test('names a period by its first and last day, and a single day by its date', () => {
  expect(formatDays({ from: '2026-10-23', until: '2026-11-21' })).toBe('23 out a 21 nov');
  expect(formatDays({ from: '2026-11-21', until: '2026-11-21' })).toBe('21 nov');
});
