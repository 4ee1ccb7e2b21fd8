import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '@funil/server/operators/sessions';
import { createKeyring, makeAccessToken } from '@funil/server/operators/sign-in/access-token';
import { loadServerKeys } from '@funil/server/settings/secrets-key';
import { openDatabase } from '@funil/server/store/open-database';
import { startDedicatedPostgres } from '../testkit/databases/start-postgres.ts';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { type FigureTable, NO_RATE_LIMIT } from './load.ts';

export type DatabaseSettings = Readonly<Record<string, string>>;

/** PostgreSQL syncs its commits. The environment variable KIND selects one of the two databases. */
export async function onBothDatabases(
  measure: (settings: DatabaseSettings) => Promise<Record<string, string>>,
): Promise<FigureTable> {
  const columns: Record<string, Record<string, string>> = {};
  const { KIND } = process.env;
  if (KIND !== 'PostgreSQL') columns.SQLite = await measure({});
  if (KIND !== 'SQLite') {
    await using postgres = await startDedicatedPostgres({ isDurable: true });
    columns.PostgreSQL = await measure({ DATABASE_URL: await postgres.createDatabase() });
  }
  const table: FigureTable = {};
  for (const [name, figures] of Object.entries(columns)) {
    for (const [row, figure] of Object.entries(figures)) {
      table[row] = { ...table[row], [name]: figure };
    }
  }
  return table;
}

async function signInOperator(funil: Funil, settings: DatabaseSettings) {
  const store = { databaseUrl: settings.DATABASE_URL ?? null, dataDir: funil.dataDir };
  await using database = await openDatabase(store, 'write');
  const id = randomUUID();
  const row = {
    id,
    email: `${id}@escola.test`,
    password: '$argon2id$of nobody',
    last_sign_in_at: null,
    role: 'owner' as const,
  };
  await database.insertInto('operators').values(row).execute();
  const client = { address: '127.0.0.1', userAgent: 'bench' };
  const sessionInput = { operatorId: id, method: 'password', client } as const;
  const session = await openSession(database, sessionInput, Date.now());
  const updateSession = database.updateTable('operator_sessions').set({ aal: 'aal2' });
  await updateSession.where('id', '=', session.id).execute();
  const keys = loadServerKeys({ store, settings: { secretsKey: null } });
  if (keys === null) throw new Error('The server has no key.');
  const fullSession = { ...session, aal: 'aal2' } as const;
  const keyring = createKeyring(database, keys, Date.now);
  const { token } = await makeAccessToken(keyring, fullSession, row.email, Date.now());
  return { authorization: `Bearer ${token}` };
}

/** Starts a server and its console on the data that `fill` stored. */
export async function startWithConsole(
  settings: DatabaseSettings,
  fill: (dataDir: string) => Promise<void> = async () => {},
) {
  const port = await findPort();
  const funil = new Funil({ env: { ...settings, ...NO_RATE_LIMIT, CONSOLE_PORT: String(port) } });
  // Starts the server once before the rows are filled in, because the first start makes the schema and the key.
  await funil.start();
  const headers = await signInOperator(funil, settings);
  await funil.stop();
  await fill(funil.dataDir);
  await funil.start();
  const url = `http://127.0.0.1:${port}`;
  // Waits for the console, which accepts requests later than the page does.
  while (!(await fetch(url).catch(() => null))) await pause(50);
  return {
    funil,
    async ask(path: string): Promise<string> {
      const response = await fetch(`${url}/console/v1/${path}`, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return text;
    },
    [Symbol.asyncDispose]: () => funil[Symbol.asyncDispose](),
  };
}

export type ServerWithConsole = Awaited<ReturnType<typeof startWithConsole>>;
