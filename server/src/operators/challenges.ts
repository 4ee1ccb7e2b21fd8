import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { CHALLENGE_MS } from '../store/retention.ts';
import { addNotice } from './notices.ts';
import { type Caller, raiseSession, type Session, seenFrom } from './sessions.ts';
import { operatorTables, together, toMoment } from './tables.ts';

export interface Challenge {
  readonly id: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Begins to ask for a factor's code. */
export async function openChallenge(
  database: Database,
  factorId: string,
  now: number,
): Promise<Challenge> {
  const id = randomUUID();
  const tables = operatorTables(database);
  await tables.deleteFrom('operator_challenges').where('expires_at', '<=', toMoment(now)).execute();
  await tables
    .insertInto('operator_challenges')
    .values({ id, factor_id: factorId, expires_at: toMoment(now + CHALLENGE_MS) })
    .execute();
  return { id, expiresAt: Math.floor((now + CHALLENGE_MS) / 1000) };
}

/** Whether a factor's challenge is open. */
export async function isChallengeOpen(
  database: Database,
  { id, factorId }: { id: string; factorId: string },
  now: number,
): Promise<boolean> {
  const found = await operatorTables(database)
    .selectFrom('operator_challenges')
    .select('id')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('expires_at', '>', toMoment(now))
    .executeTakeFirst();
  return found !== undefined;
}

export interface Verification {
  readonly operatorId: string;
  readonly sessionId: string;
  readonly factorId: string;
  readonly challengeId: string;
  /** The step whose code was shown. */
  readonly step: number;
  /** Whether it is the factor's first code. */
  readonly isFirst: boolean;
  readonly caller: Caller;
}

/**
 * Takes the code of a step for a factor, once, and makes the session one of two factors. A factor's first
 * code makes it count from now on: what is signed in by password alone elsewhere ends.
 * @returns null: the code was used, or the session has ended
 */
export async function passChallenge(
  database: Database,
  { operatorId, sessionId, factorId, challengeId, step, isFirst, caller }: Verification,
  now: number,
): Promise<Session | null> {
  return together(database, async (tables) => {
    const { numUpdatedRows } = await tables
      .updateTable('operator_factors')
      .set({ status: 'verified', updated_at: toMoment(now) })
      .where('id', '=', factorId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const { numInsertedOrUpdatedRows } = await tables
      .insertInto('operator_used_codes')
      .values({ factor_id: factorId, step })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return null;
    await tables.deleteFrom('operator_challenges').where('id', '=', challengeId).execute();
    const session = await raiseSession(tables, { sessionId, method: 'totp', caller }, now);
    if (!isFirst) return session;
    await endWhatIsLess(tables, operatorId);
    const { address, user_agent: userAgent } = seenFrom(caller);
    await addNotice(tables, { operatorId, kind: 'factor', address, userAgent }, now);
    return session;
  });
}

async function endWhatIsLess(tables: Kysely<Tables>, operatorId: string): Promise<void> {
  await tables
    .deleteFrom('operator_factors')
    .where('operator_id', '=', operatorId)
    .where('status', '=', 'unverified')
    .execute();
  await tables
    .deleteFrom('operator_sessions')
    .where('operator_id', '=', operatorId)
    .where('aal', '=', 'aal1')
    .execute();
}
