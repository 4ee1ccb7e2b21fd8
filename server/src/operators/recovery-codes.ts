import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { Caller } from './attempts.ts';
import { raiseSession, type Session } from './sessions.ts';
import { operatorTables, takeTurn, together, toMoment } from './tables.ts';

const COUNT = 10;
/** Letters and figures that are hardly taken for another, 5 bits each: no i, l, o, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 12;

/** Sixty bits of chance, so that a fast hash of it is enough: `abcd-efgh-jkmn`. */
function makeCode(): string {
  const signs = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]);
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Case, spaces and hyphens do not count. */
const digestOf = (factorId: string, code: string) =>
  createHash('sha256')
    .update(`${factorId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest();

/** An operator's set of codes. */
export interface RecoverySet {
  readonly id: string;
  readonly friendlyName: string;
  readonly total: number;
  readonly remaining: number;
}

/** Null: the operator has none. */
export async function findRecoverySet(
  database: Database,
  operatorId: string,
): Promise<RecoverySet | null> {
  const tables = operatorTables(database);
  const factor = await tables
    .selectFrom('operator_factors')
    .select(['id', 'friendly_name as friendlyName'])
    .where('operator_id', '=', operatorId)
    .where('factor_type', '=', 'recovery_code')
    .executeTakeFirst();
  if (!factor) return null;
  const codes = await tables
    .selectFrom('operator_recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factor.id)
    .execute();
  const remaining = codes.filter(({ used_at }) => used_at === null).length;
  return { ...factor, total: codes.length, remaining };
}

/**
 * Makes ten codes in place of those there were, shown now and never again.
 * @param friendlyName the set's name, where it is the first
 */
export async function makeRecoveryCodes(
  database: Database,
  { operatorId, friendlyName }: { operatorId: string; friendlyName: string },
  now: number,
): Promise<{ id: string; codes: string[] }> {
  const codes = Array.from({ length: COUNT }, makeCode);
  const id = randomUUID();
  await together(database, async (tables) => {
    await takeTurn(tables, operatorId);
    await removeSets(tables, operatorId);
    await tables
      .insertInto('operator_factors')
      .values({
        id,
        operator_id: operatorId,
        factor_type: 'recovery_code',
        friendly_name: friendlyName,
        status: 'verified',
        created_at: toMoment(now),
        updated_at: toMoment(now),
      })
      .execute();
    await tables
      .insertInto('operator_recovery_codes')
      .values(codes.map((code) => ({ factor_id: id, digest: digestOf(id, code) })))
      .execute();
  });
  return { id, codes };
}

export const removeRecoveryCodes = (database: Database, operatorId: string): Promise<void> =>
  together(database, (tables) => removeSets(tables, operatorId));

async function removeSets(tables: Kysely<Tables>, operatorId: string): Promise<void> {
  await tables
    .deleteFrom('operator_factors')
    .where('operator_id', '=', operatorId)
    .where('factor_type', '=', 'recovery_code')
    .execute();
}

interface Spending {
  readonly setId: string;
  readonly code: string;
  readonly sessionId: string;
  readonly caller: Caller;
}

/**
 * Takes a code in place of a second factor, once, and makes the session one of two factors.
 * @returns null: it is none of the set's, or was used
 */
export async function spendRecoveryCode(
  database: Database,
  { setId, code, sessionId, caller }: Spending,
  now: number,
): Promise<Session | null> {
  return together(database, async (tables) => {
    const { numUpdatedRows } = await tables
      .updateTable('operator_recovery_codes')
      .set({ used_at: toMoment(now) })
      .where('factor_id', '=', setId)
      .where('digest', '=', digestOf(setId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    return raiseSession(tables, { sessionId, method: 'mfa/recovery_code', caller }, now);
  });
}
