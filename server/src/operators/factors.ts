import { randomUUID } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { UNVERIFIED_FACTOR_MS } from '../store/retention.ts';
import { addNotice } from './notices.ts';
import { operatorTables, takeTurn, together, toMoment } from './tables.ts';

/** Most factors an operator may have, verified or not. */
const MOST = 10;

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
          eb('created_at', '<', toMoment(now - UNVERIFIED_FACTOR_MS)),
          eb('friendly_name', '=', friendlyName),
        ]),
      )
      .execute();
    const others = await tables
      .selectFrom('operator_factors')
      .select('friendly_name')
      .where('operator_id', '=', operatorId)
      .execute();
    if (others.length >= MOST) return { ok: false, reason: 'too-many' };
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
