import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { insert, makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { makeInsert } from './open-test-store.ts';

async function startWithWriter() {
  const folder = makeFolder();
  const env = { DATA_DIR: folder.path, RATE_LIMIT: '0' };
  const server = await startServer(env);
  const other = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 5_000 });
  return {
    ...server,
    /** A connection whose locks act like those of another process. */
    other,
    async [Symbol.asyncDispose]() {
      other.close();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('makes only captures wait while another process writes', async () => {
  await using server = await startWithWriter();
  server.other.exec('begin immediate');
  const answers: unknown[] = [];
  const lead = insert(server.address, 'leads', makeLead()).then(({ status }) =>
    answers.push(['leads', status]),
  );
  for (const path of ['healthz', 'healthz', 'readyz']) {
    answers.push([path, (await fetch(`${server.address}/${path}`)).status]);
  }
  server.other.exec('rollback');
  await lead;
  expect(answers).toEqual([
    ...[
      ['healthz', 200],
      ['healthz', 200],
    ],
    ...[
      ['readyz', 200],
      ['leads', 201],
    ],
  ]);
});

test('answers 503 with retry-after when a lead has waited too long', async () => {
  await using server = await startWithWriter();
  server.other.exec('begin immediate');
  const refused = await insert(server.address, 'leads', makeLead());
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(503);
  server.other.exec('rollback');
  // The server's own threads waited for the lock, too: one of them may write first.
  await expect
    .poll(async () => (await insert(server.address, 'leads', makeLead())).status)
    .toBe(201);
});

test('lets a lead in between two transactions when a task writes one after the other', async () => {
  using folder = makeFolder();
  const store = createSqliteStore(folder.path, () => {});
  await using database = await openDatabase({ dataDir: folder.path, databaseUrl: null }, 'write');
  const write = () =>
    database
      .transaction()
      .execute((transaction) => transaction.updateTable('changes').set({ due_at: null }).execute());
  let stored: unknown = null;
  let transactions = 0;
  const writing = (async () => {
    for (; stored === null && transactions < 1_000; transactions += 1) await write();
  })();
  const inserted = store.insert(makeInsert('leads', [makeLead()])).then((outcome) => {
    stored = outcome;
  });
  await Promise.all([writing, inserted]);
  expect(stored).toEqual({ ok: true });
  expect(transactions).toBeLessThan(1_000);
  await store.close();
});
