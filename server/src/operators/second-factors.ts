import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { RETENTION } from '../store/retention.ts';
import { addAccountAlert } from './alerts.ts';
import type { ClientInfo } from './attempts.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { type Session, upgradeSession } from './sessions.ts';

const MAX_FACTORS_PER_OPERATOR = 10;

export type Factor = Awaited<ReturnType<typeof listFactors>>[number];

export const listFactors = (database: Database, operatorId: string) =>
  database
    .selectFrom('operator_factors')
    .select(['id', 'friendly_name', 'factor_type', 'status', 'created_at', 'updated_at'])
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const sealedFactorName = (id: string) => `factor ${id}`;

export const findFactor = (database: Database, operatorId: string, id: string) =>
  database
    .selectFrom('operator_factors')
    .select(['id', 'factor_type', 'status', 'secret'])
    .where('operator_id', '=', operatorId)
    .where('id', '=', id)
    .executeTakeFirst();

type EnrollOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'too-many' | 'name-taken' };

/** Adds an unverified factor. Removes unverified factors that are too old or have the same name. */
export async function enrollTotp(
  database: Database,
  factor: { id: string; operatorId: string; friendlyName: string; sealedSecret: string },
  now: number,
): Promise<EnrollOutcome> {
  const { id, operatorId, friendlyName } = factor;
  return withLock(database, 'operators', async (transaction) => {
    await transaction
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('status', '=', 'unverified')
      .where(({ or, eb }) =>
        or([
          eb('created_at', '<', new Date(now - RETENTION.unverifiedFactor.ms).toISOString()),
          eb('friendly_name', '=', friendlyName),
        ]),
      )
      .execute();
    const otherFactors = await transaction
      .selectFrom('operator_factors')
      .select('friendly_name')
      .where('operator_id', '=', operatorId)
      .execute();
    if (otherFactors.length >= MAX_FACTORS_PER_OPERATOR) return { ok: false, reason: 'too-many' };
    const takenNames = otherFactors.map((other) => other.friendly_name);
    const isNameTaken = friendlyName !== '' && takenNames.includes(friendlyName);
    if (isNameTaken) return { ok: false, reason: 'name-taken' };
    const enrolledAt = new Date(now).toISOString();
    await transaction
      .insertInto('operator_factors')
      .values({
        id,
        operator_id: operatorId,
        factor_type: 'totp',
        status: 'unverified',
        friendly_name: friendlyName,
        secret: factor.sealedSecret,
        created_at: enrolledAt,
        updated_at: enrolledAt,
      })
      .execute();
    return { ok: true };
  });
}

/** Removes a factor. If no verified app remains, also removes the recovery codes and lowers all sessions to aal1. */
export async function removeFactor(database: Database, operatorId: string, id: string) {
  await withLock(database, 'operators', async (transaction) => {
    await transaction
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('id', '=', id)
      .execute();
    const remainingFactors = await transaction
      .selectFrom('operator_factors')
      .select('id')
      .where('operator_id', '=', operatorId)
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified')
      .limit(1)
      .execute();
    if (remainingFactors.length > 0) return;
    await removeRecoveryCodes(transaction, operatorId);
    await transaction
      .updateTable('operator_sessions')
      .set({ aal: 'aal1' })
      .where('operator_id', '=', operatorId)
      .execute();
  });
}

/** Removes the factors of an operator who lost them, and ends the operator's sessions. */
export async function resetFactors(database: Database, operatorId: string, now: number) {
  await database.transaction().execute(async (transaction) => {
    for (const table of ['operator_factors', 'operator_sessions'] as const) {
      await transaction.deleteFrom(table).where('operator_id', '=', operatorId).execute();
    }
    await addAccountAlert(transaction, { operatorId, kind: 'reset', client: null }, now);
  });
}

/** `expiresAt` is in seconds since 1970. */
export async function openChallenge(database: Database, factorId: string, now: number) {
  const id = randomUUID();
  await database
    .deleteFrom('operator_challenges')
    .where('expires_at', '<=', new Date(now).toISOString())
    .execute();
  await database
    .insertInto('operator_challenges')
    .values({
      id,
      factor_id: factorId,
      expires_at: new Date(now + RETENTION.challenge.ms).toISOString(),
    })
    .execute();
  return { id, expiresAt: Math.floor((now + RETENTION.challenge.ms) / 1000) };
}

export async function isChallengeOpen(
  database: Database,
  { id, factorId }: { id: string; factorId: string },
  now: number,
): Promise<boolean> {
  const challenge = await database
    .selectFrom('operator_challenges')
    .select('id')
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst();
  return challenge !== undefined;
}

interface CodeVerification {
  readonly operatorId: string;
  readonly sessionId: string;
  readonly factorId: string;
  readonly challengeId: string;
  readonly step: number;
  readonly isFirstCode: boolean;
  /** Whether verifying this factor also removes the operator's other apps, which may be on a lost phone. */
  readonly replacesOthers: boolean;
  readonly client: ClientInfo;
}

/**
 * Raises the session to aal2. A factor's first code verifies the factor, removes unverified factors and ends the other
 * aal1 sessions. Returns null if the code was used before, the factor was removed or the session has ended.
 */
export async function completeChallenge(
  database: Database,
  verification: CodeVerification,
  now: number,
): Promise<Session | null> {
  const { operatorId, sessionId, factorId, challengeId, step, isFirstCode, client } = verification;
  return database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('operator_factors')
      .set({ updated_at: new Date(now).toISOString() })
      .where('id', '=', factorId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('operator_used_codes')
      .values({ factor_id: factorId, step })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return null;
    await transaction.deleteFrom('operator_challenges').where('id', '=', challengeId).execute();
    const session = await upgradeSession(transaction, { sessionId, method: 'totp', client }, now);
    if (session === null || !isFirstCode) return session;
    await transaction
      .updateTable('operator_factors')
      .set({ status: 'verified' })
      .where('id', '=', factorId)
      .execute();
    await transaction
      .deleteFrom('operator_factors')
      .where('operator_id', '=', operatorId)
      .where('factor_type', '=', 'totp')
      .where('id', '!=', factorId)
      .$if(!verification.replacesOthers, (query) => query.where('status', '=', 'unverified'))
      .execute();
    await transaction
      .deleteFrom('operator_sessions')
      .where('operator_id', '=', operatorId)
      .where('aal', '=', 'aal1')
      .execute();
    await addAccountAlert(transaction, { operatorId, kind: 'factor', client }, now);
    return session;
  });
}

const TOTP_PERIOD_S = 30;
/** The operator's clock may be this many steps early or late. */
const TOTP_WINDOW_STEPS = 1;

/** RFC 4226 recommends 160 bits. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (app: Parameters<typeof createTotp>[0]) => createTotp(app).toString();

/** Returns the code's time step; null if the code is wrong, or if its step is too early or too late. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = createTotp({ secret, issuer: '', label: 'Funil' });
  const stepsOff = totp.validate({ token, timestamp: now, window: TOTP_WINDOW_STEPS });
  return stepsOff === null ? null : Math.floor(now / 1000 / TOTP_PERIOD_S) + stepsOff;
}

// SHA-1 and six digits, because many apps ignore other values in the URI.
const createTotp = ({ secret, ...app }: { secret: string; issuer: string; label: string }) =>
  new TOTP({ ...app, secret: Secret.fromBase32(secret), digits: 6, period: TOTP_PERIOD_S });
