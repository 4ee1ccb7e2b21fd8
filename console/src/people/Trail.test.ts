import { expect, test } from 'vitest';
import { groupTrail } from './Trail.tsx';

const line = (id: number, what: string, name: string | null = null, who = 'ana@escola.test') => ({
  ...{ id, what, name, who },
  at: '2026-11-03T12:00:00.000Z',
  subject: null,
});

test('joins neighboring lines with the same operator and action, and keeps each name once', () => {
  const lines = [
    ...[line(5, 'lead.viewed', 'Maria'), line(4, 'lead.viewed', 'João')],
    line(3, 'lead.viewed', 'Maria'),
    ...[line(2, 'lead.viewed', 'Maria', 'bia@escola.test'), line(1, 'today.listed')],
  ];
  expect(groupTrail(lines).map(({ newest, count, names }) => [newest.id, count, names])).toEqual([
    [5, 3, ['Maria', 'João']],
    [2, 1, ['Maria']],
    [1, 1, []],
  ]);
});
