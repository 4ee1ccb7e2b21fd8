import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { startServer } from '../../testkit/start-process.ts';

/** Leads in the database's file itself, without the log beside it. */
function countInFile(dataDir: string, copies: string): number {
  const copy = join(copies, `${randomUUID()}.db`);
  copyFileSync(join(dataDir, 'funil.db'), copy);
  using database = new DatabaseSync(copy);
  return Number(database.prepare('select count(*) as leads from leads').get()?.leads);
}

test('moves committed rows from the log into the database file while the server runs', async () => {
  using folder = makeFolder();
  using copies = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path });
  const keys = Array.from({ length: 5 }, () => ({ 'idempotency-key': randomUUID() }));
  for (const key of keys) {
    expect((await insert(server.address, 'leads', makeLead(), key)).status).toBe(201);
  }
  const options = { interval: 250 };
  await expect.poll(() => countInFile(folder.path, copies.path), options).toBe(keys.length);
});
