import { expect, test } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const base = { title: 'A', price: { cash: '1', full: '2' }, items: ['x', 'y'], note: 'n' };

test('joins changes of different fields', () => {
  const mine = { ...base, title: 'B', items: ['x', 'z'] };
  const theirs = { title: 'A', price: { cash: '9', full: '2' }, items: ['w', 'y'] };
  expect(mergeChanges({ base, mine, theirs }, 'mine')).toEqual({
    value: { title: 'B', price: { cash: '9', full: '2' }, items: ['w', 'z'] },
    both: [],
    theirs: [['price', 'cash'], ['items', 0], ['note']],
  });
});

test('names the fields that both changed and gives them the value of the winner', () => {
  const mine = { ...base, title: 'B', items: ['x'] };
  const theirs = { ...base, title: 'C', items: ['x', 'y', 'z'], note: 'm' };
  const both = [['title'], ['items']];
  expect(mergeChanges({ base, mine, theirs }, 'mine')).toEqual({
    value: { ...base, title: 'B', items: ['x'], note: 'm' },
    both,
    theirs: [['note']],
  });
  expect(mergeChanges({ base, mine, theirs }, 'theirs')).toMatchObject({
    value: { ...base, title: 'C', items: ['x', 'y', 'z'], note: 'm' },
    both,
  });
});

test('finds nothing to ask if both made the same change', () => {
  const same = { ...base, title: 'B' };
  expect(mergeChanges({ base, mine: same, theirs: { ...same } }, 'mine')).toEqual({
    value: same,
    both: [],
    theirs: [],
  });
});
