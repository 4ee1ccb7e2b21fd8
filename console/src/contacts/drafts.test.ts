import { expect, test } from 'vitest';
import { adoptDrafts, putDraft, readDraft, saveDraft } from './drafts.ts';

const draft = (typed: string, seen = '') => ({ name: 'Ana', typed, seen });

test('what is saved is no draft any more, and what is refused stays one', async () => {
  putDraft('lead:1', draft('Ligar'));
  await saveDraft('lead:1', async () => false);
  expect(readDraft('lead:1')?.typed).toBe('Ligar');
  await saveDraft('lead:1', async () => true);
  expect(readDraft('lead:1')).toBeNull();
});

test('what was written and left while an older text was saved is saved after it', async () => {
  putDraft('lead:2', draft('Ligar'));
  const saved: string[] = [];
  const seen: string[] = [];
  await saveDraft('lead:2', async (now) => {
    saved.push(now.typed);
    seen.push(now.seen);
    if (saved.length === 1) {
      putDraft('lead:2', draft('Ligar amanhã'));
      void saveDraft('lead:2', async () => false);
    }
    return true;
  });
  expect(saved).toEqual(['Ligar', 'Ligar amanhã']);
  expect(seen).toEqual(['', 'Ligar']);
  expect(readDraft('lead:2')).toBeNull();
});

test('what is still being written when the older text is saved goes on from there', async () => {
  putDraft('lead:3', draft('Ligar'));
  await saveDraft('lead:3', async () => {
    putDraft('lead:3', draft('Ligar ama'));
    return true;
  });
  expect(readDraft('lead:3')).toEqual(draft('Ligar ama', 'Ligar'));
});

test('another operator at the same tab reads nothing of it', () => {
  adoptDrafts('ana');
  putDraft('lead:4', draft('Ligar'));
  expect(adoptDrafts('ana').size).toBe(1);
  expect(adoptDrafts('bia').size).toBe(0);
  expect(readDraft('lead:4')).toBeNull();
});
