import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { startServer } from '../../testkit/start-process.ts';
import { eraseContextsBefore, eraseOldContexts } from '../src/visits/visit-contexts.ts';
import { confirm, startContexts } from './start-contexts.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('erases old contexts in steps', async () => {
  await using server = await startContexts('SQLite', postgres);
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

test('erases recent contexts too once no destination needs them', async () => {
  await using server = await startContexts('SQLite', postgres);
  const [before, now] = [confirm(), confirm()];
  await server.send([before, now]);
  await server.query(
    `update funil.visit_contexts set created_at = '${new Date(Date.now() - 660_000).toISOString()}'
       where lead_ref = '${before.lead_ref}' returning lead_ref`,
  );
  const kept = async () =>
    (await server.query('select lead_ref from funil.visit_contexts')).map(
      ({ lead_ref }) => lead_ref,
    );
  const terms = { days: 30, now: Date.now() };
  await eraseOldContexts(server.database, { ...terms, isConfigured: true });
  await server.query(`insert into funil.destinations (name) values ('meta') returning name`);
  await eraseOldContexts(server.database, { ...terms, isConfigured: false });
  expect(await kept()).toHaveLength(2);
  await server.query('delete from funil.destinations returning name');
  await eraseOldContexts(server.database, { ...terms, isConfigured: false });
  // What came just now may be another server's, which is starting.
  expect(await kept()).toEqual([now.lead_ref]);
});

test('erases old contexts, and no others, while the server runs', async () => {
  const address = await postgres.createDatabase();
  const [old, young] = [randomUUID(), randomUUID()];
  await runQuery(
    address,
    `insert into funil.visit_contexts (lead_ref, context, created_at) values
       ('${old}', '{}', now() - interval '8 days'), ('${young}', '{}', now() - interval '6 days')`,
  );
  const env = {
    ...{ DATABASE_URL: address, CONVERSION_CONTEXT_DAYS: '7', CONSOLE_PORT: '0' },
    GA4_API_SECRET: 'segredo-do-google',
  };
  await using _server = await startServer(env);
  await expect
    .poll(() => runQuery(address, 'select lead_ref from funil.visit_contexts'), {
      timeout: 20_000,
    })
    .toEqual([{ lead_ref: young }]);
});
