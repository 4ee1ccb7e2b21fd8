import { join } from 'node:path';
import { workInThreads } from '@funil/server/background/console-work';
import { readConfig } from '@funil/server/config/config';
import { buildConsole } from '@funil/server/console/app';
import { createContactsUpdater } from '@funil/server/leads/contacts/update-contacts';
import { createLogger } from '@funil/server/log/logger';
import type { Database } from '@funil/server/store/database';
import { openDatabase } from '@funil/server/store/open-database';
import { runQuery } from '../testkit/start-postgres.ts';
import { signInOperator } from './console-operator.ts';
import { askFor } from './console-questions.ts';

/** Leads that come in besides, to see how fast they are listed. */
const FURTHER = 5_000;

/** Lists what is new; how many rows a second. */
async function list(database: Database): Promise<number> {
  const keeper = createContactsUpdater(database);
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

export interface Answers {
  /** Rows listed a second, and bytes each of them takes. */
  readonly rate: number;
  readonly perRow: number;
  /** By question: what its answers took, in ms. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

/** What the console's pages, searches and filters take, one at a time, over a database that is filled. */
export async function measureAnswers(
  env: Record<string, string>,
  rounds: number,
  bytes: () => Promise<number>,
): Promise<Answers> {
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
  const { headers } = await signInOperator(database);
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
