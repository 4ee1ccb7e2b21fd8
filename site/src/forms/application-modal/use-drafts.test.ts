import { expect, test } from 'vitest';
import type { InsertResult } from '../../capture/insert-row.ts';
import { createDraftSaver, type IdentifiedDraftRow } from './use-drafts.ts';

const STORED: InsertResult = { ok: true, isRepeat: false };
const LOST: InsertResult = { ok: false, reason: 'unreachable', message: 'x' };

const draft = (nome: string) => ({
  id: '01930000-0000-7000-8000-000000000001',
  nome,
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@',
});

/** Returns a saver whose requests the test answers, oldest first. */
function startSaver() {
  const sent: IdentifiedDraftRow[] = [];
  const answers: ((result: InsertResult) => void)[] = [];
  const saver = createDraftSaver((makeRow) => {
    sent.push(makeRow());
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async (result: InsertResult) => {
    answers.shift()?.(result);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...saver, sent, answer };
}

test('saves the same draft once and a corrected one under another id', async () => {
  const { save, sent, answer } = startSaver();
  expect(save(draft('Ana'))).toBe(false);
  await answer(STORED);
  expect(save(draft('Ana'))).toBe(true);
  expect(save(draft('Ana Souza'))).toBe(false);
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
  expect(sent[0]?.save_id).not.toBe(sent[1]?.save_id);
});

test('retries a failed save under the same id', async () => {
  const { save, sent, answer } = startSaver();
  save(draft('Ana'));
  await answer(LOST);
  save(draft('Ana'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

test('saves only the last correction made during a save', async () => {
  const { save, sent, answer } = startSaver();
  save(draft('Ana'));
  save(draft('Ana S'));
  save(draft('Ana Souza'));
  expect(sent).toHaveLength(1);
  await answer(STORED);
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
});

test('saves nothing more when the correction is undone during a save', async () => {
  const { save, sent, answer } = startSaver();
  save(draft('Ana'));
  save(draft('Ana S'));
  save(draft('Ana'));
  await answer(STORED);
  expect(sent).toHaveLength(1);
});

test('sends the pending draft at once when the page ends', () => {
  const { save, flush, sent } = startSaver();
  save(draft('Ana'));
  save(draft('Ana Souza'));
  flush();
  flush();
  expect(sent.map(({ nome }) => nome)).toEqual(['Ana', 'Ana Souza']);
});
