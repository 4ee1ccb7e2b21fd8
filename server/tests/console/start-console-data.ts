import { randomUUID } from 'node:crypto';
import { personKeys } from '@funil/contract/contacts/person';
import type { Role } from '@funil/contract/operators/roles';
import { expect } from 'vitest';
import { startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeApplication, makeDraft, makeLead } from '../../../testkit/rows.ts';
import { openSession, upgradeSession } from '../../src/operators/sessions.ts';
import { createKeyring, makeAccessToken } from '../../src/operators/sign-in/access-token.ts';
import type { StoreKind } from '../store/open-test-store.ts';
import { ask, type Console, startConsole } from './start-console.ts';

export const namesOf = (list: { items: { name: string }[] }) => list.items.map(({ name }) => name);

export const keysOf = (list: { items: { key: string }[] }) => list.items.map(({ key }) => key);

export type ConsoleData = Awaited<ReturnType<typeof startConsoleData>>;

/** Starts the console with an operator signed in with both factors. */
export async function startConsoleData(
  kind: StoreKind = 'SQLite',
  env: Record<string, string> = {},
) {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  const console = await startConsole({ env: { ...(url && { DATABASE_URL: url }), ...env } });
  const { address, database, now } = console;
  const operator = await signIn(console, now(), 'ana@escola.test');
  const call = async (method: string, path: string, body?: unknown, token = operator.token) => {
    const response = await ask(`${address}/console/v1/${path}`, {
      method,
      token,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), text };
  };
  async function storeLead(changes: Record<string, unknown> = {}) {
    const { botoes_clicados, ...row } = makeLead(changes);
    const key = randomUUID();
    const { id } = await database
      .insertInto('leads')
      .values({
        idempotency_key: key,
        suspect: null,
        ...row,
        ...personKeys(row.telefone, String(changes.email ?? '')),
        botoes_clicados: JSON.stringify(botoes_clicados),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key, subject: `lead:${id}` };
  }
  async function waitForConsumer() {
    const changes = database.selectFrom('changes').select('number').where('due_at', 'is', null);
    await expect.poll(() => changes.execute(), { interval: 10 }).toEqual([]);
  }
  return {
    ...console,
    operator,
    call,
    get: async (path: string) => (await call('GET', path)).body,
    findPeople: async (q: string, token?: string) =>
      (await call('POST', 'people/search', { q }, token)).body.items,
    requestFile: (path: string, body?: object) =>
      ask(`${address}/console/v1/${path}`, { method: 'POST', token: operator.token, body }),
    async waitForList(path: string, length: number) {
      const readItems = async () => (await call('GET', path)).body.items;
      await expect.poll(readItems).toHaveLength(length);
    },
    /** @param ago how long ago, in ms, the second factor was verified */
    signIn: (email: string, role?: Role, ago = 0) => signIn(console, now() - ago, email, role),
    storeLead,
    async addLead(changes?: Record<string, unknown>) {
      const lead = await storeLead(changes);
      await waitForConsumer();
      return lead;
    },
    async addApplication(changes: Record<string, unknown> = {}) {
      const row = { save_id: randomUUID(), suspect: null, ...makeApplication(changes) };
      const keys = personKeys(row.whatsapp, row.email);
      await database
        .insertInto('applications')
        .values({ ...row, ...keys })
        .execute();
      await waitForConsumer();
      return { id: row.id, subject: `application:${row.id}` };
    },
    async addDraft(changes: Record<string, unknown> = {}) {
      const row = { save_id: randomUUID(), suspect: null, ...makeDraft(changes) };
      await database.insertInto('application_drafts').values(row).execute();
      await waitForConsumer();
      return { id: row.id, subject: `application:${row.id}` };
    },
    async readOperatorMails() {
      const rows = await database
        .selectFrom('deliveries')
        .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
        .select('data')
        .where('destination', '=', 'mail:operators')
        .orderBy('number')
        .execute();
      return rows.map(({ data }) => JSON.parse(data));
    },
    async [Symbol.asyncDispose]() {
      await console[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    },
  };
}

/** Creates an operator with an aal2 session, without the sign-in, which has other tests. */
async function signIn(
  { database, serverKeys }: Console,
  now: number,
  email: string,
  role: Role = 'owner',
) {
  const id = randomUUID();
  await database
    .insertInto('operators')
    .values({ id, email, password: '$argon2id$of nobody', last_sign_in_at: null, role })
    .execute();
  const client = { address: '127.0.0.1', userAgent: 'test' };
  const opened = await openSession(database, { operatorId: id, method: 'password', client }, now);
  const session = await upgradeSession(
    database,
    { sessionId: opened.id, method: 'totp', client },
    now,
  );
  if (!session) throw new Error('The session has ended.');
  const keyring = createKeyring(database, serverKeys, () => now);
  const { token } = await makeAccessToken(keyring, session, email, now);
  return { id, email, token, sessionId: session.id };
}
