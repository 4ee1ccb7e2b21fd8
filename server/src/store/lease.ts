import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import type { Tables } from './database.ts';

/**
 * Returns whether an interval has passed since a stored time. A time in the future was stored before the clock was
 * set back, so its interval counts as passed.
 * @param since ISO time in UTC
 * @param now in ms since 1970
 */
export function hasIntervalPassed(since: string, intervalMs: number, now: number): boolean {
  const elapsedMs = now - Date.parse(since);
  return elapsedMs < 0 || elapsedMs >= intervalMs;
}

/** Time after the last renewal for which a lease is held, also by a process that died. */
const LEASE_MS = 2 * MINUTE_MS;
/** Much shorter than {@link LEASE_MS}, so that a few failed or slow renewals do not lose the lease. */
const RENEWAL_INTERVAL_MS = 20_000;

/** The right to work that one process at a time may do. */
export interface Lease {
  /** The work, such as `reconcile:hotmart`. */
  readonly name: string;
  readonly holder: string;
}

/** Takes a lease for {@link LEASE_MS}. Returns null while another process holds it. */
export async function takeLease(
  database: Kysely<Tables>,
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

/** Renews a lease, in a transaction that its holder alone may commit; returns false if another process took it over. */
export async function renewLease(
  database: Kysely<Tables>,
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

/** Ends a lease, so that another process may take it. */
export async function releaseLease(database: Kysely<Tables>, { name, holder }: Lease) {
  await database
    .deleteFrom('leases')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute();
}

/** Returns the names of the held leases, without any taken before the clock was set back, which ends too late. */
export async function readHeldLeases(database: Kysely<Tables>, now: number): Promise<Set<string>> {
  const rows = await database.selectFrom('leases').selectAll().execute();
  const isHeld = (leftMs: number) => leftMs > 0 && leftMs <= LEASE_MS;
  return new Set(
    rows.filter(({ held_until }) => isHeld(Date.parse(held_until) - now)).map(({ name }) => name),
  );
}

/** Renews a lease until the returned value is disposed of. */
export function keepLease(database: Kysely<Tables>, lease: Lease, now: () => number): Disposable {
  const renewalTimer = setInterval(() => {
    renewLease(database, lease, now()).catch(() => {
      // A failed renewal is not reported, because several more follow before the lease ends.
    });
  }, RENEWAL_INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(renewalTimer) };
}

interface LeasedWork<Result> {
  readonly name: string;
  /** The time in ms since 1970. */
  readonly now: () => number;
  readonly run: (lease: Lease) => Promise<Result>;
}

/**
 * Runs work that one process at a time may do, and returns its result. While another process runs the work, returns
 * null, which the work itself never returns.
 */
export async function withLease<Result extends NonNullable<unknown>>(
  database: Kysely<Tables>,
  { name, now, run }: LeasedWork<Result>,
): Promise<Result | null> {
  const lease = await takeLease(database, name, now());
  if (lease === null) return null;
  try {
    using _ = keepLease(database, lease, now);
    return await run(lease);
  } finally {
    // The result or error of the work is returned also if the release fails, because a lease ends by itself.
    await releaseLease(database, lease).catch(() => undefined);
  }
}
