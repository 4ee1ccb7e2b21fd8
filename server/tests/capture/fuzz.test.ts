import { Agent, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { runQuery, startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { CAPTURE_TABLES } from '../../src/store/capture/capture-store.ts';
import { MAKE_ROW } from '../store/row-samples.ts';

type Table = keyof typeof MAKE_ROW;
const TABLES = Object.keys(MAKE_ROW) as Table[];
const REQUESTS_A_RUN = 20;

const nasty = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    ...['', ' ', '\0', '\ud800', '\udc00x', 'x'.repeat(6000), "' or 1=1--", '#{7*7}', '\u202e'],
    ...['2026-13-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '0000-00-00T00:00:00Z'],
    ...[null, true, -1, 0.1, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [{}]],
  ),
);

const row = fc.constantFrom(...TABLES).chain((table) => {
  const make: () => Record<string, unknown> = MAKE_ROW[table];
  const columns = [...Object.keys(make()), '__proto__', 'constructor', 'created_at', 'suspect'];
  const change = fc.tuple(fc.constantFrom(...columns), nasty);
  return fc
    .array(change, { maxLength: 2 })
    .map((changes) => ({ table, row: { ...make(), ...Object.fromEntries(changes) } }));
});

/** Returns JSON of any value; BigInts become texts. */
const toText = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';

const body = row.chain(({ table, row }) =>
  fc.record({
    table: fc.constant<string>(table),
    body: fc.oneof(
      { weight: 6, arbitrary: fc.constant(Buffer.from(toText(row))) },
      { weight: 2, arbitrary: fc.constant(Buffer.from(toText([row, MAKE_ROW[table]()]))) },
      { weight: 1, arbitrary: fc.nat(400).map((n) => Buffer.from(toText(row)).subarray(0, n)) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      },
      { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
    ),
  }),
);

const usually = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
const headerText = fc
  .string({ maxLength: 60 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, '').trim());

const attack = fc
  .record({
    method: usually('POST', fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')),
    key: usually('anon-local', headerText),
    type: usually('application/json', fc.oneof(headerText, fc.constant('text/plain'))),
    idempotency: fc.option(fc.oneof(fc.uuid(), headerText)),
    suspect: fc.option(headerText),
    path: usually('', fc.string({ maxLength: 40 }).map(encodeURI)),
    content: body,
  })
  .map(({ content, ...rest }) => ({ ...rest, ...content }));

type Attack = typeof attack extends fc.Arbitrary<infer Value> ? Value : never;

/** Sends one request and returns its status; 0 after a connection error. */
function send(address: string, agent: Agent, sent: Attack): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(
      `${address}/rest/v1/${sent.table}${sent.path}`,
      {
        agent,
        method: sent.method,
        headers: {
          apikey: sent.key,
          'content-type': sent.type,
          'content-length': sent.body.length,
          ...(sent.idempotency !== null && { 'idempotency-key': sent.idempotency }),
          ...(sent.suspect !== null && { 'x-suspect': sent.suspect }),
        },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    outgoing.on('error', () => resolve(0));
    outgoing.end(sent.body);
  });
}

/** @param seed always the same requests; default: others at each call */
async function attackServer(address: string, runs: number, seed?: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS_A_RUN });
  using _closing = { [Symbol.dispose]: () => agent.destroy() };
  const statuses = new Map<number, number>();
  const attacks = fc.array(attack, { minLength: REQUESTS_A_RUN, maxLength: REQUESTS_A_RUN });
  await fc.assert(
    fc.asyncProperty(attacks, async (batch) => {
      const answers = await Promise.all(batch.map((sent) => send(address, agent, sent)));
      for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(answers.filter((status) => status === 0 || status >= 500)).toEqual([]);
    }),
    { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed }) },
  );
  return statuses;
}

/** Reads all rows with every command that lists them, and erases them. */
async function readAndErase(env: Record<string, string>) {
  for (const command of ['leads', 'applications', 'report']) {
    const { code, stderr } = await callCommand(command, ['--json', '-'], env);
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
  }
  const erased = await callCommand('forget', ['--mais-antigos', '0d', '--sim'], env);
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(erased.stdout).toMatch(/Apagado: .*\d/);
}

test('answers 1,000 hostile requests without a 5xx, and stores only valid rows', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path, RATE_LIMIT: '0' });
  const statuses = await attackServer(server.address, 50);
  expect([...statuses.values()].reduce((a, b) => a + b)).toBe(1000);
  expect(statuses.get(201)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(50);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);

  using database = new DatabaseSync(`${folder.path}/funil.db`, { readOnly: true });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  for (const table of TABLES) {
    for (const stored of database.prepare(`select * from ${table}`).all()) {
      const {
        created_at,
        signals,
        suspect,
        idempotency_key,
        phone_key,
        email_key,
        number,
        ...rest
      } = stored;
      if (table === 'leads') {
        delete rest.id;
        delete rest.import_id;
        if (rest.email === null) delete rest.email;
      }
      for (const json of ['botoes_clicados', 'payload', 'respostas']) {
        if (json in rest) rest[json] = JSON.parse(String(rest[json]));
      }
      expect(CAPTURE_TABLES[table].schema.safeParse(rest).error?.issues ?? []).toEqual([]);
    }
  }
  await readAndErase({ DATA_DIR: folder.path });
});

test('answers 500 hostile requests on PostgreSQL without a 5xx, and can read all rows', async () => {
  await using postgres = await startPostgres();
  const database = await postgres.createDatabase();
  await using server = await startServer({ DATABASE_URL: database, RATE_LIMIT: '0' });
  // Few requests, so the share of valid ones would differ too much between random runs.
  const statuses = await attackServer(server.address, 25, 2);
  expect(statuses.get(201)).toBeGreaterThan(50);
  const rows = await runQuery(
    database,
    `select (select count(*) from leads) + (select count(*) from applications)
       + (select count(*) from application_drafts) + (select count(*) from jornada) as n`,
  );
  expect(Number(rows[0]?.n)).toBeGreaterThan(10);
  await readAndErase({ DATABASE_URL: database });
});
