import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { Caller } from './attempts.ts';
import { type Session, upgradeSession } from './sessions.ts';
import { lockOperator, toTimestamp } from './tables.ts';

const CODES_PER_SET = 10;
/** 32 unambiguous characters, 5 bits each: no i, l, o, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const CODE_LENGTH = 12;

/** Returns a code such as `abcd-efgh-jkmn`: 60 random bits, for which a fast hash is enough. */
function makeCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte & 31]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Ignores case, spaces and hyphens. */
const digestOf = (factorId: string, code: string) =>
  createHash('sha256')
    .update(`${factorId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest();

/** Returns the numbers of an operator's recovery codes; null if the operator has none. */
export async function findRecoverySet(database: Database, operatorId: string) {
  const factor = await database
    .selectFrom('operator_factors')
    .select(['id', 'friendly_name as friendlyName'])
    .where('operator_id', '=', operatorId)
    .where('factor_type', '=', 'recovery_code')
    .executeTakeFirst();
  if (!factor) return null;
  const codes = await database
    .selectFrom('operator_recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factor.id)
    .execute();
  const remaining = codes.filter(({ used_at }) => used_at === null).length;
  return { ...factor, total: codes.length, remaining };
}

/** Replaces an operator's recovery codes by ten new ones, which are stored as digests only. */
export async function makeRecoveryCodes(
  database: Database,
  { operatorId, friendlyName }: { operatorId: string; friendlyName: string },
  now: number,
): Promise<{ id: string; codes: string[] }> {
  const codes = Array.from({ length: CODES_PER_SET }, makeCode);
  const id = randomUUID();
  const at = toTimestamp(now);
  await database.transaction().execute(async (tables) => {
    await lockOperator(tables, operatorId);
    await removeRecoveryCodes(tables, operatorId);
    await tables
      .insertInto('operator_factors')
      .values({
        id,
        operator_id: operatorId,
        factor_type: 'recovery_code',
        status: 'verified',
        friendly_name: friendlyName,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await tables
      .insertInto('operator_recovery_codes')
      .values(codes.map((code) => ({ factor_id: id, digest: digestOf(id, code) })))
      .execute();
  });
  return { id, codes };
}

export async function removeRecoveryCodes(tables: Kysely<Tables>, operatorId: string) {
  await tables
    .deleteFrom('operator_factors')
    .where('operator_id', '=', operatorId)
    .where('factor_type', '=', 'recovery_code')
    .execute();
}

interface RedeemedCode {
  readonly setId: string;
  readonly code: string;
  readonly sessionId: string;
  readonly caller: Caller;
}

/**
 * Uses a code in place of a second factor, once, and raises the session to aal2.
 * @returns null if the code is wrong or was used
 */
export async function redeemRecoveryCode(
  database: Database,
  { setId, code, sessionId, caller }: RedeemedCode,
  now: number,
): Promise<Session | null> {
  return database.transaction().execute(async (tables) => {
    const { numUpdatedRows } = await tables
      .updateTable('operator_recovery_codes')
      .set({ used_at: toTimestamp(now) })
      .where('factor_id', '=', setId)
      .where('digest', '=', digestOf(setId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    return upgradeSession(tables, { sessionId, method: 'mfa/recovery_code', caller }, now);
  });
}
