import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Database, Tables } from '../store/database.ts';
import type { Caller } from './attempts.ts';
import { addNotice } from './notices.ts';
import { raiseSession, type Session, seenFrom } from './sessions.ts';
import { operatorTables, takeTurn, together, toMoment } from './tables.ts';

/** Most factors an operator may have, verified or not. */
const MAX_FACTORS = 10;
/** How long a factor waits for its first code, in ms. */
const UNVERIFIED_LIFETIME_MS = 60 * 60_000;

/** A second factor; moments are ISO times in UTC. */
export interface Factor {
  readonly id: string;
  readonly type: 'totp' | 'recovery_code';
  readonly friendlyName: string;
  readonly status: 'unverified' | 'verified';
  readonly createdAt: string;
  readonly updatedAt: string;
}

const COLUMNS = [
  'id',
  'factor_type as type',
  'friendly_name as friendlyName',
  'status',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** An operator's factors, the oldest first. */
export async function listFactors(database: Database, operatorId: string): Promise<Factor[]> {
  return operatorTables(database)
    .selectFrom('operator_factors')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export interface FoundFactor extends Factor {
  /** Base32; null for recovery codes. */
  readonly secret: string | null;
}

/** An operator's factor by its id; null: there is none of his. */
export async function findFactor(
  database: Database,
  operatorId: string,
  id: string,
): Promise<FoundFactor | null> {
  const found = await operatorTables(database)
    .selectFrom('operator_factors')
    .select([...COLUMNS, 'secret'])
    .where('operator_id', '=', operatorId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

export type Enrolled =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly reason: 'too-many' | 'name-taken' };

/** Adds a factor that waits for its first code; those that waited too long, or have its name, are removed. */
export async function enrollTotp(
  database: Database,
  factor: { operatorId: string; friendlyName: string; secret: string },
  now: number,
): Promise<Enrolled> {
  const { operatorId, friendlyName } = factor;
  return together(database, async (tables) => {
    await takeTurn(tables, operatorId);
    await tables
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('status', '=', 'unverified')
      .where(({ or, eb }) =>
        or([
          eb('created_at', '<', toMoment(now - UNVERIFIED_LIFETIME_MS)),
          eb('friendly_name', '=', friendlyName),
        ]),
      )
      .execute();
    const others = await tables
      .selectFrom('operator_factors')
      .select('friendly_name')
      .where('operator_id', '=', operatorId)
      .execute();
    if (others.length >= MAX_FACTORS) return { ok: false, reason: 'too-many' };
    const isTaken = friendlyName !== '' && others.some((one) => one.friendly_name === friendlyName);
    if (isTaken) return { ok: false, reason: 'name-taken' };
    const id = randomUUID();
    const moment = toMoment(now);
    await tables
      .insertInto('operator_factors')
      .values({
        id,
        operator_id: operatorId,
        factor_type: 'totp',
        friendly_name: friendlyName,
        secret: factor.secret,
        status: 'unverified',
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    return { ok: true, id };
  });
}

/**
 * Removes a factor. With the last that was verified go the recovery codes that stood in for it, and every
 * session is one of a password alone.
 */
export async function removeFactor(
  database: Database,
  operatorId: string,
  id: string,
): Promise<void> {
  await together(database, async (tables) => {
    await takeTurn(tables, operatorId);
    await tables
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('id', '=', id)
      .execute();
    const left = await tables
      .selectFrom('operator_factors')
      .select('id')
      .where('operator_id', '=', operatorId)
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified')
      .limit(1)
      .execute();
    if (left.length > 0) return;
    await tables
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('factor_type', '=', 'recovery_code')
      .execute();
    await tables
      .updateTable('operator_sessions')
      .set({ aal: 'aal1' })
      .where('operator_id', '=', operatorId)
      .execute();
  });
}

/** Removes all of an operator's factors, and signs him out: he lost them. */
export async function resetFactors(
  database: Database,
  operatorId: string,
  now: number,
): Promise<void> {
  await together(database, async (tables) => {
    for (const table of ['operator_factors', 'operator_sessions'] as const) {
      await tables.deleteFrom(table).where('operator_id', '=', operatorId).execute();
    }
    await addNotice(tables, { operatorId, kind: 'reset', address: '', userAgent: '' }, now);
  });
}

/** How long a challenge waits for its code, in ms. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;

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
    .values({ id, factor_id: factorId, expires_at: toMoment(now + CHALLENGE_LIFETIME_MS) })
    .execute();
  return { id, expiresAt: Math.floor((now + CHALLENGE_LIFETIME_MS) / 1000) };
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

/** Length of a step, in s, and how many a clock may be early or late. */
const TOTP_PERIOD_S = 30;
const TOTP_WINDOW_STEPS = 1;

/** What an authenticator app is told of a factor. */
export interface TotpFacts {
  /** Base32. */
  readonly secret: string;
  readonly issuer: string;
  readonly label: string;
}

/** 160 bits, as RFC 4226 recommends, in base32. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the code to scan says: `otpauth://totp/…`. */
export const totpUri = (facts: TotpFacts): string => totpOf(facts).toString();

/**
 * The number of the step that a code belongs to; the one before and the one after now are taken, too.
 * Null: it is none of theirs.
 */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = totpOf({ secret, issuer: '', label: 'Funil' });
  const delta = totp.validate({ token, timestamp: now, window: TOTP_WINDOW_STEPS });
  return delta === null ? null : Math.floor(now / 1000 / TOTP_PERIOD_S) + delta;
}

// SHA-1 and six digits: what every app understands, whatever the address says.
const totpOf = ({ secret, issuer, label }: TotpFacts) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: TOTP_PERIOD_S });
