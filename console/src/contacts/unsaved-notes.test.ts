import { expect, test, vi } from 'vitest';
import { putUnsavedNote, readUnsavedNote, restoreNotes, saveUnsavedNote } from './unsaved-notes.ts';

const note = (typed: string) => ({ name: 'Ana', typed });

test('drops a saved note and keeps a refused one', async () => {
  putUnsavedNote('lead:1', note('Ligar'));
  await saveUnsavedNote('lead:1', async () => false);
  expect(readUnsavedNote('lead:1')?.typed).toBe('Ligar');
  await saveUnsavedNote('lead:1', async () => true);
  expect(readUnsavedNote('lead:1')).toBeNull();
});

test('adds a note once when it is saved again during the request', async () => {
  putUnsavedNote('lead:2', note('Ligar'));
  const saved: string[] = [];
  await saveUnsavedNote('lead:2', async ({ typed }) => {
    saved.push(typed);
    await saveUnsavedNote('lead:2', async () => Boolean(saved.push('again')));
    return true;
  });
  expect(saved).toEqual(['Ligar']);
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
