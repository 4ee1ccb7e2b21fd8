import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import type { ClientInfo } from './attempts.ts';
import { type Session, upgradeSession } from './sessions.ts';

const CODES_PER_SET = 10;
/** 32 characters, 5 bits each, without i, l, o and 1, which look alike. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const RECOVERY_CODE_LENGTH = 12;

/** Makes a code of 60 random bits, which are too many to guess, so that no slow hash is needed. */
function makeRecoveryCode(): string {
  const characters = [...randomBytes(RECOVERY_CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte & 31]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

const codeDigestOf = (factorId: string, code: string) =>
  createHash('sha256')
    .update(`${factorId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest();

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

export async function makeRecoveryCodes(
  database: Database,
  { operatorId, friendlyName }: { operatorId: string; friendlyName: string },
  now: number,
): Promise<{ factorId: string; codes: string[] }> {
  const codes = Array.from({ length: CODES_PER_SET }, makeRecoveryCode);
  const factorId = randomUUID();
  const at = new Date(now).toISOString();
  await withLock(database, 'operators', async (transaction) => {
    await removeRecoveryCodes(transaction, operatorId);
    await transaction
      .insertInto('operator_factors')
      .values({
        id: factorId,
        operator_id: operatorId,
        factor_type: 'recovery_code',
        status: 'verified',
        friendly_name: friendlyName,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await transaction
      .insertInto('operator_recovery_codes')
      .values(codes.map((code) => ({ factor_id: factorId, digest: codeDigestOf(factorId, code) })))
      .execute();
  });
  return { factorId, codes };
}

export async function removeRecoveryCodes(transaction: Queryable, operatorId: string) {
  await transaction
    .deleteFrom('operator_factors')
    .where('operator_id', '=', operatorId)
    .where('factor_type', '=', 'recovery_code')
    .execute();
}

interface CodeRedemption {
  readonly factorId: string;
  readonly code: string;
  readonly sessionId: string;
  readonly client: ClientInfo;
}

/**
 * Raises the session to `aal2`. Returns null if the code is wrong or used, or the session has ended, which leaves the
 * code unused.
 */
export async function redeemRecoveryCode(
  database: Database,
  { factorId, code, sessionId, client }: CodeRedemption,
  now: number,
): Promise<Session | null> {
  return database.transaction().execute(async (transaction) => {
    const codeUpdate = transaction
      .updateTable('operator_recovery_codes')
      .where('factor_id', '=', factorId)
      .where('digest', '=', codeDigestOf(factorId, code));
    const { numUpdatedRows } = await codeUpdate
      .set({ used_at: new Date(now).toISOString() })
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const upgrade = { sessionId, method: 'mfa/recovery_code', client } as const;
    const session = await upgradeSession(transaction, upgrade, now);
    if (session === null) await codeUpdate.set({ used_at: null }).execute();
    return session;
  });
}
