import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import type { AssuranceLevel, OperatorTables } from '../../store/operator-tables.ts';
import { isAuthentic, makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { operatorTables, together, toMoment } from './tables.ts';

/** How long a session lasts that nobody comes back to, in ms. */
export const IDLE_LIFE = 30 * 24 * 60 * 60_000;
/** How long the token before the newest still gets the newest, in ms: its answer may have been lost. */
const GRACE = 10_000;

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

const seenFrom = ({ address, userAgent }: Caller) => ({
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
    await tables
      .updateTable('operators')
      .set({ last_sign_in_at: moment })
      .where('id', '=', opened.operatorId)
      .execute();
    return toSession(row);
  });
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
  const idle = now - Date.parse(row.refreshed_at);
  if (idle > IDLE_LIFE) {
    await removeSession(database, row.id);
    return { ok: false, reason: 'expired' };
  }
  if (claim.generation === row.generation) {
    const renewed = await renew(database, row, caller, now);
    // Null: another request with the same token was faster, and this one is judged by what it left.
    return renewed ?? refreshSession(database, token, caller, now);
  }
  const isLostAnswer = claim.generation === row.generation - 1 && idle <= GRACE;
  if (isLostAnswer) return { ok: true, session: toSession(row) };
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

/** Makes a session one of two factors, with a new refresh token; null: it has ended. */
export async function raiseSession(
  tables: Kysely<Tables>,
  id: string,
  method: Proof['method'],
  now: number,
): Promise<Session | null> {
  const found = tables.selectFrom('operator_sessions').select('amr').where('id', '=', id);
  const present = await found.executeTakeFirst();
  if (!present) return null;
  const others = readProofs(present.amr).filter((proof) => proof.method !== method);
  const amr: Proof[] = [...others, { method, timestamp: Math.floor(now / 1000) }];
  const row = await tables
    .updateTable('operator_sessions')
    .set({
      aal: 'aal2',
      amr: JSON.stringify(amr),
      generation: sql<number>`generation + 1`,
      refreshed_at: toMoment(now),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toSession(row) : null;
}
