import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import { eraseContextsBefore } from '../src/records/visit-contexts.ts';
import { prepareDatabase, type StoreKind } from './open-test-store.ts';
import { confirm, startContexts } from './start-contexts.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

test.each(STORES)('%s: what is older than it may be is erased, in steps', async (kind) => {
  await using server = await startContexts(kind, postgres);
  const events = Array.from({ length: 450 }, () => confirm());
  for (let n = 0; n < 450; n += 90) await server.send(events.slice(n, n + 90));
  await server.query(
    `update funil.visit_contexts set created_at = '2026-01-01T00:00:00.000Z'
     where lead_ref <> '${events[0]?.lead_ref}'`,
  );
  await eraseContextsBefore(server.database, new Date('2026-01-01T00:00:00.001Z'));
  expect(await server.query('select lead_ref from funil.visit_contexts')).toEqual([
    { lead_ref: events[0]?.lead_ref },
  ]);
});

test.each(STORES)('%s: who is forgotten leaves nothing of the visit', async (kind) => {
  await using server = await startContexts(kind, postgres);
  const [ana, bia] = [randomUUID(), randomUUID()];
  for (const [key, telefone] of [
    [ana, '(11) 91111-1111'] as const,
    [bia, '(21) 92222-2222'] as const,
  ]) {
    await insert(server.address, 'leads', makeLead({ telefone }), { 'idempotency-key': key });
    await server.send(confirm({ lead_ref: key }));
  }
  const words = ['--telefone', '(11) 91111-1111', '--sim'];
  expect(await runFile('commands/forget.ts', words, server.place)).toMatchObject({ code: 0 });
  expect(await server.query('select lead_ref from funil.visit_contexts')).toEqual([
    { lead_ref: bia },
  ]);
});

test('a running server erases what is older than it may be, and nothing else', async () => {
  const address = await prepareDatabase(postgres);
  const [old, young] = [randomUUID(), randomUUID()];
  await runQuery(
    address,
    `insert into funil.visit_contexts (lead_ref, context, created_at) values
       ('${old}', '{}', now() - interval '8 days'), ('${young}', '{}', now() - interval '6 days')`,
  );
  const env = { DATABASE_URL: address, CONVERSION_CONTEXT_DAYS: '7', CONSOLE_PORT: '0' };
  await using _server = await startServer(env);
  await expect
    .poll(() => runQuery(address, 'select lead_ref from funil.visit_contexts'), {
      timeout: 20_000,
    })
    .toEqual([{ lead_ref: young }]);
});
