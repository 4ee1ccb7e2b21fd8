import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AccountSession } from '@funil/contract/operators/account';
import type { Role } from '@funil/contract/operators/roles';
import type { Selectable } from 'kysely';
import type { ServerKeys } from '../settings/secrets-key.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { AssuranceLevel, OperatorTables } from '../store/operator-tables.ts';
import { RETENTION } from '../store/retention.ts';
import { addAccountAlert } from './alerts.ts';
import { type ClientInfo, rememberClientKeys, toClientColumns } from './attempts.ts';
import { hasFactor } from './has-factor.ts';
import { readRefreshToken, signRefreshToken } from './refresh-token.ts';

/** For this time, the previous refresh token still gets the newest one, because the response may have been lost. */
const REUSED_TOKEN_GRACE_MS = 10_000;

interface AuthMethodEntry {
  readonly method: 'password' | 'totp' | 'mfa/recovery_code' | 'invite';
  /** In seconds since 1970. */
  readonly timestamp: number;
}

type SessionRow = Selectable<OperatorTables['operator_sessions']>;

/** `generation` counts the session's refresh tokens. A token derives from it, `refresh_key` and the server's key. */
export type Session = Omit<SessionRow, 'amr'> & { readonly amr: readonly AuthMethodEntry[] };

const parseAmr = (amr: string): AuthMethodEntry[] => JSON.parse(amr);

const toSession = (row: SessionRow): Session => ({ ...row, amr: parseAmr(row.amr) });

export async function openSession(
  database: Database,
  newSession: NewSession,
  now: number,
): Promise<Session> {
  const openedAt = new Date(now).toISOString();
  const amr: AuthMethodEntry[] = [{ method: newSession.method, timestamp: Math.floor(now / 1000) }];
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('operator_sessions')
      .values({
        id: randomUUID(),
        operator_id: newSession.operatorId,
        created_at: openedAt,
        refreshed_at: openedAt,
        refresh_key: randomBytes(32),
        aal: 'aal1',
        amr: JSON.stringify(amr),
        ...toClientColumns(newSession.client),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const operator = await transaction
      .updateTable('operators')
      .set({ last_sign_in_at: openedAt })
      .where('id', '=', newSession.operatorId)
      .returning((expression) => hasFactor(expression).as('hasFactor'))
      .executeTakeFirst();
    if (!operator?.hasFactor) await completeSignIn(transaction, newSession, now);
    return toSession(row);
  });
}

interface NewSession {
  readonly operatorId: string;
  readonly method: AuthMethodEntry['method'];
  readonly client: ClientInfo;
}

async function completeSignIn(
  transaction: Queryable,
  { operatorId, method, client }: NewSession,
  now: number,
): Promise<void> {
  const clientKeys = { operatorId, clientKeys: client.clientKeys ?? [] };
  const isNew = await rememberClientKeys(transaction, clientKeys, now);
  // `invite` needs no alert: an invited device is always new, and a password reset, also by a link, has its own alert.
  if (isNew && method !== 'invite') {
    await addAccountAlert(transaction, { operatorId, kind: 'device', client }, now);
  }
}

type RefreshOutcome =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly reason: 'unknown' | 'expired' }
  /** A used token came again, so one of its two senders has stolen it. The session is ended. */
  | { readonly ok: false; readonly reason: 'reused'; readonly operatorId: string };

interface RefreshRequest {
  readonly token: string;
  readonly serverKeys: ServerKeys;
  readonly client: ClientInfo;
}

export async function refreshSession(
  database: Database,
  { token, serverKeys, client }: RefreshRequest,
  now: number,
): Promise<RefreshOutcome> {
  const sentToken = readRefreshToken(token);
  const row = sentToken && (await findSessionRow(database, sentToken.sessionId));
  if (
    !row ||
    !timingSafeEqual(
      signRefreshToken(sentToken.payload, row.refresh_key, serverKeys),
      sentToken.signature,
    )
  ) {
    return { ok: false, reason: 'unknown' };
  }
  if (now - Date.parse(row.created_at) > RETENTION.session.ms) {
    await removeSession(database, row.id);
    return { ok: false, reason: 'expired' };
  }
  if (sentToken.generation === row.generation) {
    const renewed = await renewSession(database, row, client, now);
    // A parallel request with the same token was faster, so this one is answered by the session's new state.
    return renewed ?? refreshSession(database, { token, serverKeys, client }, now);
  }
  // Absolute, because after the clock was set back the difference is negative, and the grace period would be longer.
  const sinceRefreshMs = Math.abs(now - Date.parse(row.refreshed_at));
  if (sentToken.generation === row.generation - 1 && sinceRefreshMs <= REUSED_TOKEN_GRACE_MS)
    return { ok: true, session: toSession(row) };
  await removeSession(database, row.id);
  return { ok: false, reason: 'reused', operatorId: row.operator_id };
}

const findSessionRow = async (database: Database, id: string) =>
  database.selectFrom('operator_sessions').selectAll().where('id', '=', id).executeTakeFirst();

async function renewSession(
  database: Database,
  { id, generation }: SessionRow,
  client: ClientInfo,
  now: number,
): Promise<RefreshOutcome | null> {
  const row = await database
    .updateTable('operator_sessions')
    .set({
      generation: generation + 1,
      refreshed_at: new Date(now).toISOString(),
      ...toClientColumns(client),
    })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returningAll()
    .executeTakeFirst();
  return row ? { ok: true, session: toSession(row) } : null;
}

async function removeSession(database: Database, id: string): Promise<void> {
  await database.deleteFrom('operator_sessions').where('id', '=', id).execute();
}

/** The session gets a new id, so that tokens from the password step become invalid. Null: the session has ended. */
export async function upgradeSession(
  transaction: Queryable,
  { sessionId, method, client }: SessionUpgrade,
  now: number,
): Promise<Session | null> {
  const query = transaction
    .selectFrom('operator_sessions')
    .select('amr')
    .where('id', '=', sessionId);
  const session = await query.executeTakeFirst();
  if (!session) return null;
  const otherMethods = parseAmr(session.amr).filter((entry) => entry.method !== method);
  const amr: AuthMethodEntry[] = [...otherMethods, { method, timestamp: Math.floor(now / 1000) }];
  const row = await transaction
    .updateTable('operator_sessions')
    .set({
      id: randomUUID(),
      aal: 'aal2',
      amr: JSON.stringify(amr),
      refresh_key: randomBytes(32),
      refreshed_at: new Date(now).toISOString(),
      ...toClientColumns(client),
    })
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await completeSignIn(transaction, { operatorId: row.operator_id, method, client }, now);
  return toSession(row);
}

interface SessionUpgrade {
  readonly sessionId: string;
  readonly method: AuthMethodEntry['method'];
  readonly client: ClientInfo;
}

/** Whether the session's last verified step was a recovery code. The operator's app may then be lost. */
export async function isRecoverySession(database: Database, sessionId: string): Promise<boolean> {
  const row = await findSessionRow(database, sessionId);
  return row !== undefined && parseAmr(row.amr).at(-1)?.method === 'mfa/recovery_code';
}

export interface LiveSession {
  readonly operatorId: string;
  readonly email: string;
  readonly role: Role;
  readonly aal: AssuranceLevel;
  readonly amr: readonly AuthMethodEntry[];
  readonly hasFactor: boolean;
}

export async function findLiveSession(
  database: Database,
  id: string,
  now: number,
): Promise<LiveSession | null> {
  const row = await database
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select((expression) => [
      'operator_sessions.operator_id as operatorId',
      'operators.email',
      'operators.role',
      'operator_sessions.aal',
      'operator_sessions.amr',
      hasFactor(expression).as('hasFactor'),
    ])
    .where('operator_sessions.id', '=', id)
    .where('operator_sessions.created_at', '>', new Date(now - RETENTION.session.ms).toISOString())
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, amr: parseAmr(row.amr), hasFactor: Boolean(row.hasFactor) };
}

/** Scopes of Supabase Auth: all sessions, this one, or all but this one. */
type SessionScope = 'global' | 'local' | 'others';

export async function endSessions(
  database: Database,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
  scope: SessionScope,
): Promise<void> {
  const query = database.deleteFrom('operator_sessions').where('operator_id', '=', operatorId);
  if (scope === 'global') await query.execute();
  else await query.where('id', scope === 'local' ? '=' : '!=', sessionId).execute();
}

export async function listSessions(
  database: Database,
  operatorId: string,
): Promise<Omit<AccountSession, 'is_current'>[]> {
  return database
    .selectFrom('operator_sessions')
    .select(['id', 'created_at', 'refreshed_at', 'aal', 'user_agent', 'address'])
    .where('operator_id', '=', operatorId)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .execute();
}
