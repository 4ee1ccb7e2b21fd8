import { randomUUID } from 'node:crypto';
import type { StoreConfig } from '@funil/server/config/config';
import { makeRefreshToken, openSession } from '@funil/server/operators/sessions';
import { createKeyring, signToken } from '@funil/server/operators/sign-in/access-token';
import { openServerKeys } from '@funil/server/settings/secrets-key';
import type { Database } from '@funil/server/store/database';
import { openDatabase } from '@funil/server/store/open-database';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';

/** The server's database settings. */
export interface DatabaseSettings {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
}

/** Creates an operator with both factors. Returns the session as request headers and as browser storage. */
async function signInOperator(database: Database, store: StoreConfig) {
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
  const opened = { operatorId: id, method: 'password', client } as const;
  const session = await openSession(database, opened, Date.now());
  const raise = database.updateTable('operator_sessions').set({ aal: 'aal2' });
  await raise.where('id', '=', session.id).execute();
  const serverKeys = openServerKeys({ store, settings: { secretsKey: null } });
  if (serverKeys === null) throw new Error('The server has no key.');
  const keyring = createKeyring(database, serverKeys, Date.now);
  const upgraded = { ...session, aal: 'aal2' } as const;
  const { token, expiresAt } = await signToken(keyring, upgraded, row.email, Date.now());
  return {
    headers: { authorization: `Bearer ${token}` },
    stored: JSON.stringify({
      access_token: token,
      refresh_token: makeRefreshToken(session, serverKeys),
      token_type: 'bearer',
      expires_at: expiresAt,
      expires_in: 900,
      user: { id, email: row.email, aud: 'authenticated', role: 'authenticated', factors: [] },
    }),
  };
}

/** Starts a server with its console on a filled database, and signs in an operator. */
export async function startConsole(settings: DatabaseSettings) {
  const port = String(await findPort());
  const store = { databaseUrl: settings.DATABASE_URL ?? null, dataDir: settings.DATA_DIR };
  const database = await openDatabase(store, 'write');
  const { stored, headers } = await signInOperator(database, store);
  const funil = new Funil({ env: { ...settings, CONSOLE_PORT: port } });
  await funil.start();
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    database,
    funil,
    url,
    stored,
    headers,
    async [Symbol.asyncDispose]() {
      await funil[Symbol.asyncDispose]();
      await database.destroy();
    },
  };
}

export type ConsoleServer = Awaited<ReturnType<typeof startConsole>>;
