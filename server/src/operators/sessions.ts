import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { AssuranceLevel, OperatorTables } from '../store/operator-tables.ts';
import { SESSION_MS } from '../store/retention.ts';
import { addNotice } from './notices.ts';
import { rememberOrigins } from './origins.ts';
import { isAuthentic, makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { hasFactor, operatorTables, together, toMoment } from './tables.ts';

/** How long the token before the newest still gets the newest, in ms: its answer may have been lost. */
const GRACE_MS = 10_000;

/** By what somebody proved who he is, and when: the claim `amr`, as Supabase Auth has it. */
export interface Proof {
  readonly method: 'password' | 'totp' | 'mfa/recovery_code' | 'invite';
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** Where a request came from. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** What the device is recognized by the next time ({@link rememberOrigins}). */
  readonly origins?: readonly string[];
}

export interface Session {
  readonly id: string;
  readonly operatorId: string;
  readonly aal: AssuranceLevel;
  readonly amr: readonly Proof[];
  readonly refreshToken: string;
}

type Row = Selectable<OperatorTables['operator_sessions']>;

export const readProofs = (amr: string): Proof[] => JSON.parse(amr);

const toSession = (row: Row): Session => ({
  id: row.id,
  operatorId: row.operator_id,
  aal: row.aal,
  amr: readProofs(row.amr),
  refreshToken: makeRefreshToken(row.id, row.generation, row.refresh_key),
});

export const seenFrom = ({ address, userAgent }: Caller) => ({
  // As a proxy says it; the longest true one has 45 characters.
  address: address.slice(0, 64),
  user_agent: [...userAgent].slice(0, 300).join(''),
});

export async function openSession(
  database: Database,
  opened: { operatorId: string; method: Proof['method']; caller: Caller },
  now: number,
): Promise<Session> {
  const moment = toMoment(now);
  const amr: Proof[] = [{ method: opened.method, timestamp: Math.floor(now / 1000) }];
  const values = {
    id: randomUUID(),
    operator_id: opened.operatorId,
    created_at: moment,
    refreshed_at: moment,
    refresh_key: randomBytes(32),
    aal: 'aal1' as const,
    amr: JSON.stringify(amr),
    ...seenFrom(opened.caller),
  };
  return together(database, async (tables) => {
    const insert = tables.insertInto('operator_sessions').values(values).returningAll();
    const row = await insert.executeTakeFirstOrThrow();
    const operator = await tables
      .updateTable('operators')
      .set({ last_sign_in_at: moment })
      .where('id', '=', opened.operatorId)
      .returning((expression) => hasFactor(expression).as('hasFactor'))
      .executeTakeFirst();
    if (!operator?.hasFactor) await completeSignIn(tables, opened, now);
    return toSession(row);
  });
}

/** Remembers the device of a sign-in that lacks nothing, and queues a notice if it is new. */
async function completeSignIn(
  tables: Kysely<Tables>,
  { operatorId, method, caller }: { operatorId: string; method: Proof['method']; caller: Caller },
  now: number,
): Promise<void> {
  const origins = { operatorId, origins: caller.origins ?? [] };
  const isNew = await rememberOrigins(tables, origins, now);
  // A new account's first device is no news; a reset has a notice of its own.
  if (!isNew || method === 'invite') return;
  const { address, user_agent: userAgent } = seenFrom(caller);
  await addNotice(tables, { operatorId, kind: 'device', address, userAgent }, now);
}

export type Refreshed =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly reason: 'unknown' | 'expired' }
  /** Somebody has what was another's; the session has ended. */
  | { readonly ok: false; readonly reason: 'reused'; readonly operatorId: string };

/** Renews a session by its refresh token, which is used up with that. */
export async function refreshSession(
  database: Database,
  token: string,
  caller: Caller,
  now: number,
): Promise<Refreshed> {
  const claim = readRefreshToken(token);
  const row = claim && (await findRow(database, claim.sessionId));
  if (!claim || !row || !isAuthentic(claim, row.refresh_key))
    return { ok: false, reason: 'unknown' };
  if (now - Date.parse(row.created_at) > SESSION_MS) {
    await removeSession(database, row.id);
    return { ok: false, reason: 'expired' };
  }
  if (claim.generation === row.generation) {
    const renewed = await renew(database, row, caller, now);
    // Null: another request with the same token was faster, and this one is judged by what it left.
    return renewed ?? refreshSession(database, token, caller, now);
  }
  // The number says which token is newer. After a step of the clock nothing is known of the time in between.
  const pause = Math.abs(now - Date.parse(row.refreshed_at));
  if (claim.generation === row.generation - 1 && pause <= GRACE_MS)
    return { ok: true, session: toSession(row) };
  await removeSession(database, row.id);
  return { ok: false, reason: 'reused', operatorId: row.operator_id };
}

const findRow = async (database: Database, id: string) =>
  operatorTables(database)
    .selectFrom('operator_sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

async function renew(
  database: Database,
  { id, generation }: Row,
  caller: Caller,
  now: number,
): Promise<Refreshed | null> {
  const row = await operatorTables(database)
    .updateTable('operator_sessions')
    .set({ generation: generation + 1, refreshed_at: toMoment(now), ...seenFrom(caller) })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returningAll()
    .executeTakeFirst();
  return row ? { ok: true, session: toSession(row) } : null;
}

async function removeSession(database: Database, id: string): Promise<void> {
  await operatorTables(database).deleteFrom('operator_sessions').where('id', '=', id).execute();
}

interface Raise {
  readonly sessionId: string;
  readonly method: Proof['method'];
  readonly caller: Caller;
}

/**
 * Makes a session one of two factors, under a new id: the tokens of the password step end, access tokens and refresh
 * tokens alike, and gain nothing. Null: the session has ended.
 */
export async function raiseSession(
  tables: Kysely<Tables>,
  { sessionId, method, caller }: Raise,
  now: number,
): Promise<Session | null> {
  const found = tables.selectFrom('operator_sessions').select('amr').where('id', '=', sessionId);
  const present = await found.executeTakeFirst();
  if (!present) return null;
  const others = readProofs(present.amr).filter((proof) => proof.method !== method);
  const amr: Proof[] = [...others, { method, timestamp: Math.floor(now / 1000) }];
  const row = await tables
    .updateTable('operator_sessions')
    .set({
      id: randomUUID(),
      aal: 'aal2',
      amr: JSON.stringify(amr),
      refresh_key: randomBytes(32),
      refreshed_at: toMoment(now),
      ...seenFrom(caller),
    })
    .where('id', '=', sessionId)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await completeSignIn(tables, { operatorId: row.operator_id, method, caller }, now);
  return toSession(row);
}
