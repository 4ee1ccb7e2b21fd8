import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { MINUTE_MS } from '@funil/contract/durations';
import { dialectOf, type Queryable } from './database.ts';

/** A lease is held for this long after its last renewal, unless its process is known to have ended. */
const LEASE_MS = 2 * MINUTE_MS;
/** A fraction of the lease's time, so that several renewals may fail before it ends. */
const LEASE_RENEWAL_INTERVAL_MS = 20_000;

/** In seconds of the monotonic clock. The process's threads compute it with less than 1 ms of difference. */
const PROCESS_STARTED_AT_S = Number(process.hrtime.bigint()) / 1e9 - process.uptime();

/** Returns a unique text, from which other processes of this machine learn whether this process still runs. */
const makeHolder = () =>
  [hostname(), process.pid, Math.round(PROCESS_STARTED_AT_S), randomUUID()].join('/');

/**
 * Whether the lease's process is known to have ended; false for a process of another machine or container. A restarted
 * container uses process ids again, so the start is compared, too.
 */
function hasEnded(holder: string): boolean {
  const [host, pid, startedAt] = holder.split('/');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return Math.abs(Number(startedAt) - PROCESS_STARTED_AT_S) > 1;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** On PostgreSQL a lease only ends by time, because two machines may have one name. */
async function readDeadHolders(database: Queryable): Promise<string[]> {
  if (dialectOf(database) === 'postgres') return [];
  const rows = await database.selectFrom('leases').select('holder').execute();
  return rows.map(({ holder }) => holder).filter(hasEnded);
}

export interface Lease {
  /** The task, such as `reconcile:hotmart`. */
  readonly name: string;
  readonly holder: string;
}

export async function takeLease(
  database: Queryable,
  name: string,
  now: number,
): Promise<Lease | null> {
  const deadHolders = await readDeadHolders(database);
  const row = { holder: makeHolder(), held_until: new Date(now + LEASE_MS).toISOString() };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('leases')
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        // A lease that ends later than a new one is replaced, because it was taken before the clock was set back.
        .where(({ or, eb }) =>
          or([
            eb('leases.held_until', '<=', new Date(now).toISOString()),
            eb('leases.held_until', '>', row.held_until),
            ...deadHolders.map((holder) => eb('leases.holder', '=', holder)),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? { name, holder: row.holder } : null;
}

/** False if another process has taken the lease. In a transaction, none can take it until the commit. */
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

/** A lease that ends too late was taken before the clock was set back, and does not count. */
export async function readHeldLeases(database: Queryable, now: number): Promise<Set<string>> {
  const leases = await database.selectFrom('leases').selectAll().execute();
  const deadHolders = await readDeadHolders(database);
  const isHeld = (remainingMs: number) => remainingMs > 0 && remainingMs <= LEASE_MS;
  return new Set(
    leases
      .filter(({ holder }) => !deadHolders.includes(holder))
      .filter(({ held_until }) => isHeld(Date.parse(held_until) - now))
      .map(({ name }) => name),
  );
}

export function keepLease(database: Queryable, lease: Lease, now: () => number): Disposable {
  const renewalTimer = setInterval(() => {
    // A failed renewal loses nothing, because several more follow before the lease ends.
    renewLease(database, lease, now()).catch(() => {});
  }, LEASE_RENEWAL_INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(renewalTimer) };
}

interface LeasedTask<Result> {
  readonly name: string;
  readonly now: () => number;
  readonly run: (lease: Lease) => Promise<Result>;
}

export async function withLease<Result extends NonNullable<unknown>>(
  database: Queryable,
  { name, now, run }: LeasedTask<Result>,
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
