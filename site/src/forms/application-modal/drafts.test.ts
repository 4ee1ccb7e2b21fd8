import { expect, test } from 'vitest';
import type { InsertResult } from '../../capture/insert-row.ts';
import { createDraftSaver, type SavedDraft } from './drafts.ts';

const STORED: InsertResult = { ok: true, isRepeat: false };
const LOST: InsertResult = { ok: false, reason: 'unreachable', message: 'x' };

const draft = (nome: string) => ({
  id: '01930000-0000-7000-8000-000000000001',
  nome,
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@',
});

/** A saver whose saves are answered by hand, the oldest first. */
function startSaver() {
  const sent: SavedDraft[] = [];
  const answers: ((result: InsertResult) => void)[] = [];
  const saver = createDraftSaver((row) => {
    sent.push(row);
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async (result: InsertResult) => {
    answers.shift()?.(result);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...saver, sent, answer };
}

test('words that were saved are not saved again; corrected ones are, under another save', async () => {
  const { keep, sent, answer } = startSaver();
  expect(keep(draft('Ana'))).toBe(false);
  await answer(STORED);
  expect(keep(draft('Ana'))).toBe(true);
  expect(keep(draft('Ana Souza'))).toBe(false);
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
  expect(sent[0]?.save_id).not.toBe(sent[1]?.save_id);
});

test('a save that failed is tried again as the same save', async () => {
  const { keep, sent, answer } = startSaver();
  keep(draft('Ana'));
  await answer(LOST);
  keep(draft('Ana'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test('words corrected while others are on their way follow them, the last ones only', async () => {
  const { keep, sent, answer } = startSaver();
  keep(draft('Ana'));
  keep(draft('Ana S'));
  keep(draft('Ana Souza'));
  expect(sent).toHaveLength(1);
  await answer(STORED);
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
});

test('corrected back to what is on its way, nothing follows', async () => {
  const { keep, sent, answer } = startSaver();
  keep(draft('Ana'));
  keep(draft('Ana S'));
  keep(draft('Ana'));
  await answer(STORED);
  expect(sent).toHaveLength(1);
});

test('when the page ends, what waits goes at once', () => {
  const { keep, leave, sent } = startSaver();
  keep(draft('Ana'));
  keep(draft('Ana Souza'));
  leave();
  leave();
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
});
