import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Queryable } from './database.ts';

/** A time in the future was stored before the clock was set back, and counts as passed. */
export function hasIntervalPassed(since: string, intervalMs: number, now: number): boolean {
  const elapsedMs = now - Date.parse(since);
  return elapsedMs < 0 || elapsedMs >= intervalMs;
}

/** A lease is held for this long after its last renewal, even if its process died. */
const LEASE_MS = 2 * MINUTE_MS;
/** Several renewals may fail before the lease ends. */
const RENEWAL_INTERVAL_MS = 20_000;

/** The right to work that one process at a time may do. */
export interface Lease {
  /** The work, such as `reconcile:hotmart`. */
  readonly name: string;
  readonly holder: string;
}

export async function takeLease(
  database: Queryable,
  name: string,
  now: number,
): Promise<Lease | null> {
  const row = { holder: randomUUID(), held_until: new Date(now + LEASE_MS).toISOString() };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('leases')
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        // A lease that ends later was taken before the clock was set back.
        .where(({ or, eb }) =>
          or([
            eb('leases.held_until', '<=', new Date(now).toISOString()),
            eb('leases.held_until', '>', row.held_until),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? { name, holder: row.holder } : null;
}

/** False if another process has taken the lease. In a transaction, none can before the commit. */
export async function renewLease(
  database: Queryable,
  { name, holder }: Lease,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('leases')
    .set({ held_until: new Date(now + LEASE_MS).toISOString() })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function releaseLease(database: Queryable, { name, holder }: Lease) {
  await database
    .deleteFrom('leases')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}

/** Leases that end too late were taken before the clock was set back, and do not count. */
export async function readHeldLeases(database: Queryable, now: number): Promise<Set<string>> {
  const rows = await database.selectFrom('leases').selectAll().execute();
  const isHeld = (leftMs: number) => leftMs > 0 && leftMs <= LEASE_MS;
  return new Set(
    rows.filter(({ held_until }) => isHeld(Date.parse(held_until) - now)).map(({ name }) => name),
  );
}

export function keepLease(database: Queryable, lease: Lease, now: () => number): Disposable {
  const renewalTimer = setInterval(() => {
    // A failed renewal loses nothing, because several more follow before the lease ends.
    renewLease(database, lease, now()).catch(() => {});
  }, RENEWAL_INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(renewalTimer) };
}

interface LeasedWork<Result> {
  readonly name: string;
  readonly now: () => number;
  readonly run: (lease: Lease) => Promise<Result>;
}

export async function withLease<Result extends NonNullable<unknown>>(
  database: Queryable,
  { name, now, run }: LeasedWork<Result>,
): Promise<Result | null> {
  const lease = await takeLease(database, name, now());
  if (lease === null) return null;
  try {
    using _ = keepLease(database, lease, now);
    return await run(lease);
  } finally {
    // A failed release loses nothing, because a lease ends by itself.
    await releaseLease(database, lease).catch(() => undefined);
  }
}
