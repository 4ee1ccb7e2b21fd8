import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { createCaptureCounter, createYieldToCaptures } from '../src/store/capture-priority.ts';
import { createSqliteStore } from '../src/store/sqlite/store.ts';
import { makeInsert } from './open-test-store.ts';

/** Opens a store that counts captures, and a connection of another writer. */
function openCountedStore() {
  const folder = makeFolder();
  const captures = createCaptureCounter();
  const store = captures.watch(createSqliteStore(folder.path, () => {}));
  const other = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 5_000 });
  return {
    memory: captures.memory,
    other,
    storeLead: () => store.insert(makeInsert('leads', [makeLead()])),
    async [Symbol.asyncDispose]() {
      other.close();
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

test('lets a background write start at once without captures', async () => {
  await using counted = openCountedStore();
  expect(await counted.storeLead()).toEqual({ ok: true });
  await createYieldToCaptures(counted.memory, Number.POSITIVE_INFINITY)();
});

test('makes a background write wait until captures are durable', async () => {
  await using counted = openCountedStore();
  const order: string[] = [];
  counted.other.exec('begin immediate');
  const leads = [1, 2].map(async () => {
    await counted.storeLead();
    order.push('stored');
  });
  const begun = createYieldToCaptures(counted.memory, Number.POSITIVE_INFINITY)().then(() =>
    order.push('begun'),
  );
  counted.other.exec('rollback');
  await Promise.all([...leads, begun]);
  expect(order).toEqual(['stored', 'stored', 'begun']);
});

test('lets a background write start after its longest wait during endless captures', async () => {
  await using counted = openCountedStore();
  counted.other.exec('begin immediate');
  let isStored = false;
  const lead = counted.storeLead().then((outcome) => {
    isStored = true;
    return outcome;
  });
  await createYieldToCaptures(counted.memory, 20)();
  expect(isStored).toBe(false);
  counted.other.exec('rollback');
  expect(await lead).toEqual({ ok: true });
});
