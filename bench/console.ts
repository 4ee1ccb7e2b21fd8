import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { workInThreads } from '@funil/server/background/console-work';
import { readConfig } from '@funil/server/config/config';
import { buildConsole } from '@funil/server/console/app';
import { signToken } from '@funil/server/console/auth/access-token';
import { createKeyring } from '@funil/server/console/auth/keyring';
import { createLogger } from '@funil/server/log/logger';
import { openSession } from '@funil/server/records/operators/sessions';
import { operatorTables } from '@funil/server/records/operators/tables';
import { keepSubjects } from '@funil/server/records/subjects/keep-subjects';
import { type Database, openDatabase } from '@funil/server/store/database';
import { createPostgresStore } from '@funil/server/store/postgres/store';
import { openForWriting } from '@funil/server/store/sqlite/database';
import { makeFolder } from '../testkit/start-app.ts';
import { runQuery, startPostgres } from '../testkit/start-postgres.ts';
import { askFor } from './console-questions.ts';
import { fillPostgresPeople, fillSqlitePeople } from './fill-people.ts';

const LEADS = Number(process.env.CONSOLE_LEADS ?? 1_000_000);
const APPLICATIONS = LEADS / 10;
/** Leads that come in besides, to see how fast they are listed. */
const FURTHER = 5_000;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

async function signIn(database: Database): Promise<string> {
  const id = randomUUID();
  const email = 'ana@escola.test';
  const tables = operatorTables(database);
  const row = { id, email, password: '$argon2id$of nobody', last_sign_in_at: null };
  await tables.insertInto('operators').values(row).execute();
  const caller = { address: '127.0.0.1', userAgent: 'bench' };
  const opened = { operatorId: id, method: 'password', caller } as const;
  const session = await openSession(database, opened, Date.now());
  const raise = tables.updateTable('operator_sessions').set({ aal: 'aal2' });
  await raise.where('id', '=', session.id).execute();
  const keyring = createKeyring(database, Date.now);
  const aal = 'aal2' as const;
  return (await signToken(keyring, { ...session, aal }, email, Date.now())).token;
}

/** Lists what is new; how many rows a second. */
async function list(database: Database): Promise<number> {
  const keeper = keepSubjects(database);
  while ((await keeper.step()) !== 'done');
  const { id: last } = await database
    .selectFrom('leads')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('leads')
    .columns(COPIED)
    .expression((from) =>
      from
        .selectFrom('leads')
        .select(COPIED)
        .where('id', '>', last - FURTHER),
    )
    .execute();
  const start = performance.now();
  while ((await keeper.step()) !== 'done');
  return (FURTHER / (performance.now() - start)) * 1000;
}

const COPIED = [
  ...(['nome', 'telefone', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const),
  ...(['utm_term', 'botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'] as const),
  ...(['origem_timestamp', 'suspect', 'created_at'] as const),
];

/** What operators have noted of every tenth: mostly that nothing came of it. */
const STATES = (schema: string) => [
  `insert into ${schema}followups (subject, state, note, version, changed_by, changed_at)
   select 'lead:' || lead_id, case when lead_id % 1000 = 0 then 'comprou' when lead_id % 30 = 0 then 'em_conversa'
     else 'perdido' end, '', 1, 'ana@escola.test', '2026-11-20T12:00:00Z'
   from ${schema}subjects where lead_id % 10 = 0`,
  `update ${schema}subjects set state = followups.state from ${schema}followups
   where kind = 'lead' and lead_id % 10 = 0 and followups.subject = 'lead:' || lead_id`,
];

type Row = Record<string, string>;

async function measure(env: Record<string, string>, rounds: number, bytes: () => Promise<number>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  const database = await openDatabase(read.config.store, 'write');
  const before = await bytes();
  const rate = await list(database);
  const perRow = ((await bytes()) - before) / FURTHER;
  const isPostgres = env.DATABASE_URL !== undefined;
  const schema = isPostgres ? 'funil.' : '';
  await changeAll(env, STATES(schema));
  const times = new Map<string, number[]>();
  let took = 0;
  const app = await buildConsole({
    config: read.config,
    database,
    logger: createLogger({ write: () => {} }),
    work: workInThreads(read.config.store),
    watch: (watched) =>
      watched.addHook('onResponse', async (_request, reply) => {
        took = reply.elapsedTime;
      }),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${await signIn(database)}` };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, path] of askFor(round)) {
      const response = await fetch(`${address}/console/v1/${path}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      // The first round warms up what a server that has run for a while has in memory.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), took]);
    }
  }
  await app.close();
  await database.destroy();
  return { rate, perRow, times };
}

async function changeAll(env: Record<string, string>, statements: readonly string[]) {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = env;
  if (url !== undefined) {
    for (const statement of statements) await runQuery(url, statement);
    return runQuery(url, 'vacuum analyze');
  }
  const { DatabaseSync } = await import('node:sqlite');
  using database = new DatabaseSync(join(folder, 'funil.db'));
  for (const statement of statements) database.exec(statement);
  return [];
}

/** Pages, searches and filters of the console over a million leads, on both databases, one at a time. */
export async function benchConsole(rounds: number): Promise<Record<string, Row>> {
  await using postgres = await startPostgres();
  using folder = makeFolder();
  openForWriting(folder.path).close();
  const file = join(folder.path, 'funil.db');
  fillSqlitePeople(file, LEADS, APPLICATIONS);
  const sizeOf = async () => statSync(file).size;
  const embedded = await measure({ DATA_DIR: folder.path }, rounds, sizeOf);
  const url = await postgres.createDatabase();
  const { store } = createPostgresStore(url, () => {});
  await store.isReady();
  await store.close();
  await fillPostgresPeople(url, LEADS, APPLICATIONS);
  const bytes = async () =>
    Number((await runQuery(url, 'select pg_database_size(current_database()) as n'))[0]?.n);
  const served = await measure({ DATABASE_URL: url, DATA_DIR: folder.path }, rounds, bytes);
  const table: Record<string, Row> = {};
  const columns = { SQLite: embedded, PostgreSQL: served };
  for (const name of embedded.times.keys())
    table[name] = describe(columns, (one) => one.times.get(name) ?? []);
  table['all of them, p95'] = describe(columns, (one) => [...one.times.values()].flat());
  table['listed a second'] = tell(columns, ({ rate }) => Math.round(rate).toLocaleString('en'));
  table['bytes a row'] = tell(columns, ({ perRow }) => String(Math.round(perRow)));
  return table;
}

type Measured = Awaited<ReturnType<typeof measure>>;

const tell = (columns: Record<string, Measured>, say: (one: Measured) => string): Row =>
  Object.fromEntries(Object.entries(columns).map(([name, one]) => [name, say(one)]));

const describe = (columns: Record<string, Measured>, pick: (one: Measured) => number[]): Row =>
  tell(columns, (one) => {
    const values = pick(one);
    return `p50 ${percentile(values, 0.5).toFixed(1)} p95 ${percentile(values, 0.95).toFixed(1)} ms`;
  });
