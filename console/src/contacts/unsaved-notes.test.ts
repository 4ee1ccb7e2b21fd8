import { expect, test, vi } from 'vitest';
import { putUnsavedNote, readUnsavedNote, restoreNotes, saveUnsavedNote } from './unsaved-notes.ts';

const note = (typed: string, seen = '') => ({ name: 'Ana', typed, seen });

test('drops a saved note and keeps a refused one', async () => {
  putUnsavedNote('lead:1', note('Ligar'));
  await saveUnsavedNote('lead:1', async () => false);
  expect(readUnsavedNote('lead:1')?.typed).toBe('Ligar');
  await saveUnsavedNote('lead:1', async () => true);
  expect(readUnsavedNote('lead:1')).toBeNull();
});

test('saves the newer text next when the field is left during a save', async () => {
  putUnsavedNote('lead:2', note('Ligar'));
  const saved: string[] = [];
  const seen: string[] = [];
  await saveUnsavedNote('lead:2', async (now) => {
    saved.push(now.typed);
    seen.push(now.seen);
    if (saved.length === 1) {
      putUnsavedNote('lead:2', note('Ligar amanhã'));
      void saveUnsavedNote('lead:2', async () => false);
    }
    return true;
  });
  expect(saved).toEqual(['Ligar', 'Ligar amanhã']);
  expect(seen).toEqual(['', 'Ligar']);
  expect(readUnsavedNote('lead:2')).toBeNull();
});

test('keeps a text that is still being typed during a save', async () => {
  putUnsavedNote('lead:3', note('Ligar'));
  await saveUnsavedNote('lead:3', async () => {
    putUnsavedNote('lead:3', note('Ligar ama'));
    return true;
  });
  expect(readUnsavedNote('lead:3')).toEqual(note('Ligar ama', 'Ligar'));
});

test('shows no note to another operator in the same tab', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  restoreNotes('ana');
  putUnsavedNote('lead:4', note('Ligar'));
  expect(restoreNotes('ana').size).toBe(1);
  expect(restoreNotes('bia').size).toBe(0);
  expect(readUnsavedNote('lead:4')).toBeNull();
});
