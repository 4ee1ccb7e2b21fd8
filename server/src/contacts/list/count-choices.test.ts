import { expect, test } from 'vitest';
import { countChoices } from './count-choices.ts';

const KEYS = ['state', 'source'] as const;
const group = (state: string, source: string, count: number) => ({ state, source, count });

test('counts a filter’s choices as if that filter were not set', () => {
  const groups = [group('novo', 'a', 5), group('perdido', 'a', 2), group('perdido', 'b', 1)];
  expect(countChoices(KEYS, groups, { state: ['perdido'], source: ['A'] })).toEqual({
    count: 2,
    choices: {
      state: [
        { value: 'novo', count: 5 },
        { value: 'perdido', count: 2 },
      ],
      source: [
        { value: 'a', count: 2 },
        { value: 'b', count: 1 },
      ],
    },
  });
});

test('joins spellings that differ in case and accents, as the most frequent one', () => {
  const groups = [group('novo', 'Vídeo', 1), group('novo', 'video', 3), group('novo', '', 2)];
  expect(countChoices(KEYS, groups, {}).choices.source).toEqual([
    { value: 'video', count: 4 },
    { value: '(direto)', count: 2 },
  ]);
});
