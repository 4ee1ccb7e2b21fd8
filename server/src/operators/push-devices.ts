import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Device, DeviceChange, NewDevice } from '@funil/contract/console/devices';
import {
  MAX_DEVICES,
  PUSH_KINDS,
  type PushKind,
  pushKindsFor,
} from '@funil/contract/console/push-kinds';
import type { Role } from '@funil/contract/operators/roles';
import type { Selectable } from 'kysely';
import type { ServerKeys } from '../settings/secrets-key.ts';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import { newestChangeNumber } from '../store/queries/sql.ts';

/** The prefix of device destinations. Deliveries to these are neither listed nor replayed: a late push is useless. */
export const PUSH_PREFIX = 'push:';

type DeviceRow = Selectable<OperatorTables['push_devices']>;

const readKinds = (kinds: string): PushKind[] =>
  PUSH_KINDS.filter((kind) => kinds.split(',').includes(kind));

const toDevice = ({ id, user_agent, created_at, ...row }: DeviceRow): Device => ({
  id,
  user_agent,
  created_at,
  kinds: readKinds(row.kinds),
  is_quiet: row.is_quiet === 1,
  shows_names: row.shows_names === 1,
});

const toDeviceColumns = ({ kinds, is_quiet, shows_names }: DeviceChange) => ({
  ...(kinds && { kinds: kinds.join() }),
  ...(is_quiet !== undefined && { is_quiet: Number(is_quiet) }),
  ...(shows_names !== undefined && { shows_names: Number(shows_names) }),
});

interface OperatorSession {
  readonly id: string;
  readonly sessionId: string;
}

export async function listDevices(database: Database, operatorId: string): Promise<Device[]> {
  const rows = await database
    .selectFrom('push_devices')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toDevice);
}

/** Takes a device over from another operator. Returns null if this operator has the most devices already. */
export const storeDevice = (
  database: Database,
  { id: operator_id, sessionId: session_id }: OperatorSession,
  { endpoint, p256dh, auth, ...settings }: NewDevice & { readonly user_agent: string },
  now: number,
): Promise<Device | null> =>
  withLock(database, 'operators', async (transaction) => {
    // Without the lock, two devices added at once could exceed the maximum.
    const otherDevices = await transaction
      .selectFrom('push_devices')
      .select('id')
      .where('operator_id', '=', operator_id)
      .where('endpoint', '!=', endpoint)
      .execute();
    if (otherDevices.length >= MAX_DEVICES) return null;
    const { kinds, is_quiet, shows_names, user_agent } = settings;
    const row = {
      operator_id,
      session_id,
      p256dh,
      auth,
      user_agent,
      kinds: kinds.join(),
      is_quiet: Number(is_quiet),
      shows_names: Number(shows_names),
    };
    const storedDevice = await transaction
      .insertInto('push_devices')
      .values({ id: randomUUID(), endpoint, created_at: new Date(now).toISOString(), ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow();
    // The destination is added here, because a lead may arrive before the background thread adds it.
    await transaction
      .insertInto('destinations')
      .values({ name: PUSH_PREFIX + storedDevice.id, changes_after: newestChangeNumber(database) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return toDevice(storedDevice);
  });

/** Returns null if the operator has no device at this endpoint. */
export async function bindDeviceToSession(
  database: Database,
  { id, sessionId }: OperatorSession,
  endpoint: string,
): Promise<Device | null> {
  const row = await database
    .updateTable('push_devices')
    .set({ session_id: sessionId })
    .where('operator_id', '=', id)
    .where('endpoint', '=', endpoint)
    .returningAll()
    .executeTakeFirst();
  return row ? toDevice(row) : null;
}

export async function changeDevice(
  database: Database,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
  change: DeviceChange,
): Promise<Device | null> {
  const row = await database
    .updateTable('push_devices')
    // `id` is set, too, because an update needs a column and the change may be empty.
    .set({ id, ...toDeviceColumns(change) })
    .where('id', '=', id)
    .where('operator_id', '=', operatorId)
    .returningAll()
    .executeTakeFirst();
  return row ? toDevice(row) : null;
}

/**
 * Returns whether a device was removed.
 * @param operatorId whose device it must be; null: any operator's
 */
export async function removeDevice(
  database: Queryable,
  { id, operatorId }: { readonly id: string; readonly operatorId: string | null },
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .$if(operatorId !== null, (query) => query.where('operator_id', '=', operatorId))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface PushDevice extends Pick<DeviceRow, 'id' | 'endpoint' | 'p256dh' | 'auth'> {
  readonly kinds: readonly PushKind[];
  readonly isQuiet: boolean;
  readonly showsNames: boolean;
  readonly operator: { readonly id: string; readonly email: string; readonly role: Role };
}

export async function readPushDevices(database: Queryable): Promise<PushDevice[]> {
  const rows = await database
    .selectFrom('push_devices')
    .innerJoin('operators', 'operators.id', 'push_devices.operator_id')
    .selectAll('push_devices')
    .select(['operators.email', 'operators.role'])
    .orderBy('push_devices.id')
    .execute();
  return rows.map(({ id, endpoint, p256dh, auth, kinds, email, role, ...row }) => ({
    id,
    endpoint,
    p256dh,
    auth,
    kinds: readKinds(kinds).filter((kind) => pushKindsFor(role).includes(kind)),
    isQuiet: row.is_quiet === 1,
    showsNames: row.shows_names === 1,
    operator: { id: row.operator_id, email, role },
  }));
}

const SEALED_PUSH_KEY_NAME = 'push key';

/** Returns the key to which browsers subscribe (base64url). Creates a missing key pair. */
export async function readOrCreatePublicPushKey(
  database: Database,
  keys: ServerKeys,
): Promise<string> {
  const existingRow = await readPushKeyRow(database);
  if (existingRow) return existingRow.public_key;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const public_key = Buffer.concat(point).toString('base64url');
  await database
    .insertInto('push_keys')
    .values({ number: 1, public_key, private_key: keys.seal(SEALED_PUSH_KEY_NAME, d) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another server may have stored a key pair first.
  return (await readPushKeyRow(database))?.public_key ?? public_key;
}

const readPushKeyRow = (database: Database) =>
  database.selectFrom('push_keys').selectAll().executeTakeFirst();

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Returns null if there is no key pair, or if this server's key does not decrypt it. */
export async function readPushKeys(
  database: Database,
  decrypt: ServerKeys['open'],
): Promise<PushKeys | null> {
  const row = await readPushKeyRow(database);
  const privateKey = row ? decrypt(SEALED_PUSH_KEY_NAME, row.private_key) : null;
  return row && privateKey !== null ? { publicKey: row.public_key, privateKey } : null;
}
