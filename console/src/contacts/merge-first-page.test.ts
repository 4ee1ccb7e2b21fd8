import type { SubjectItem } from '@funil/contract/console/subjects';
import { expect, test } from 'vitest';
import { mergeFirstPage } from './merge-first-page.ts';

const row = (id: number, minute: number, state: SubjectItem['state'] = 'novo'): SubjectItem => ({
  subject: `lead:${id}`,
  name: `Pessoa ${id}`,
  phone: '(11) 98765-4321',
  wa: '5511987654321',
  email: null,
  created_at: `2026-11-21T12:${minute}:00.000Z`,
  source: 'instagram',
  medium: 'social',
  campaign: '',
  content: '',
  suspect: null,
  state,
  version: 0,
  has_note: false,
  due_at: null,
  stage: null,
  paid: false,
});

const subjects = (data: ReturnType<typeof mergeFirstPage>) =>
  data.pages.map(({ items }) => items.map(({ subject }) => subject));

test('a new row stands on top, and the pages below stay', () => {
  const merged = mergeFirstPage(
    {
      pages: [
        { items: [row(4, 40), row(3, 30)], next: 'c' },
        { items: [row(2, 20), row(1, 10)], next: null },
      ],
      pageParams: [null, 'c'],
    },
    { items: [row(5, 50), row(4, 40)], next: 'd' },
  );
  expect(subjects(merged)).toEqual([
    ['lead:5', 'lead:4', 'lead:3'],
    ['lead:2', 'lead:1'],
  ]);
  expect(merged.pages[0]?.next).toBe('c');
  expect(merged.pageParams).toEqual([null, 'c']);
});

test('a changed row is shown as it is now, and one that no longer fits the filter is gone', () => {
  const merged = mergeFirstPage(
    { pages: [{ items: [row(5, 50), row(4, 40), row(3, 30)], next: 'c' }], pageParams: [null] },
    { items: [row(5, 50, 'em_conversa'), row(3, 30)], next: 'c' },
  );
  expect(subjects(merged)).toEqual([['lead:5', 'lead:3']]);
  expect(merged.pages[0]?.items[0]?.state).toBe('em_conversa');
});

test('a row is never there twice, also when it was scrolled to', () => {
  const merged = mergeFirstPage(
    {
      pages: [
        { items: [row(4, 40), row(3, 30)], next: 'c' },
        { items: [row(2, 20)], next: null },
      ],
      pageParams: [null, 'c'],
    },
    { items: [row(4, 40), row(3, 30), row(2, 20)], next: 'e' },
  );
  expect(subjects(merged).flat()).toEqual(['lead:4', 'lead:3', 'lead:2']);
});

test('when more came than a page holds, the list begins anew', () => {
  const merged = mergeFirstPage(
    { pages: [{ items: [row(2, 20), row(1, 10)], next: 'c' }], pageParams: [null] },
    { items: [row(9, 58), row(8, 57)], next: 'h' },
  );
  expect(subjects(merged)).toEqual([['lead:9', 'lead:8']]);
});

test('a reading that broke off before it came to what stands there takes nothing away', () => {
  const before = {
    pages: [{ items: [row(2, 20), row(1, 10)], next: 'c' }],
    pageParams: [null],
  };
  const broken = { items: [row(9, 58), row(8, 57)], next: 'h', isBroken: true } as const;
  expect(mergeFirstPage(before, broken)).toEqual(before);
});

test('a list that became short is that short', () => {
  const merged = mergeFirstPage(
    { pages: [{ items: [row(2, 20), row(1, 10)], next: 'c' }], pageParams: [null] },
    { items: [], next: null },
  );
  expect(subjects(merged)).toEqual([[]]);
});

test('what was scrolled to stays when the server looked for a while and found nobody yet', () => {
  const before = {
    pages: [
      { items: [row(4, 40), row(3, 30)], next: 'c' },
      { items: [row(2, 20)], next: null },
    ],
    pageParams: [null, 'c'],
  };
  expect(mergeFirstPage(before, { items: [], next: 'e' })).toEqual(before);
});

test('what was scrolled to stays below a first page in which nobody was found', () => {
  const merged = mergeFirstPage(
    {
      pages: [
        { items: [], next: 'c' },
        { items: [row(2, 20), row(1, 10)], next: null },
      ],
      pageParams: [null, 'c'],
    },
    { items: [row(3, 30), row(2, 20, 'perdido')], next: 'e' },
  );
  expect(subjects(merged).flat()).toEqual(['lead:3', 'lead:2', 'lead:1']);
  expect(merged.pages[0]?.items[1]?.state).toBe('perdido');
});

test('an answer from before a change does not take the change back', () => {
  const merged = mergeFirstPage(
    {
      pages: [{ items: [{ ...row(2, 20, 'aprovado'), version: 3 }, row(1, 10)], next: 'c' }],
      pageParams: [null],
    },
    { items: [{ ...row(2, 20), version: 2 }, row(1, 10, 'perdido')], next: 'c' },
  );
  expect(merged.pages[0]?.items.map(({ state }) => state)).toEqual(['aprovado', 'perdido']);
});
