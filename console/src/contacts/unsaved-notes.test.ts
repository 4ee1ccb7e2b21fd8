import { expect, test, vi } from 'vitest';
import { putDraft, readDraft, restoreDrafts, saveDraft } from './unsaved-notes.ts';

const draft = (typed: string, seen = '') => ({ name: 'Ana', typed, seen });

test('drops a saved draft, and keeps a refused one', async () => {
  putDraft('lead:1', draft('Ligar'));
  await saveDraft('lead:1', async () => false);
  expect(readDraft('lead:1')?.typed).toBe('Ligar');
  await saveDraft('lead:1', async () => true);
  expect(readDraft('lead:1')).toBeNull();
});

test('saves the text that was written and left during a save after it', async () => {
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

test('keeps the text that is still being written during a save', async () => {
  putDraft('lead:3', draft('Ligar'));
  await saveDraft('lead:3', async () => {
    putDraft('lead:3', draft('Ligar ama'));
    return true;
  });
  expect(readDraft('lead:3')).toEqual(draft('Ligar ama', 'Ligar'));
});

test('shows no draft to another operator in the same tab', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  restoreDrafts('ana');
  putDraft('lead:4', draft('Ligar'));
  expect(restoreDrafts('ana').size).toBe(1);
  expect(restoreDrafts('bia').size).toBe(0);
  expect(readDraft('lead:4')).toBeNull();
});
