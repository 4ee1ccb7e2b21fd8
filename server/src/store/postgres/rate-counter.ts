import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RequestCount, RequestCounter } from '../capture-store.ts';
import { createGroupCommit } from '../group-commit.ts';
import { RATE_COUNTER_MS } from '../retention.ts';

/** How often, in ms, counts of minutes gone by are removed. */
const PURGE_INTERVAL = 60_000;

/** A minute that begins later than it possibly can is one of a clock that was set back. */
const IS_CURRENT = `counted.started_at between now() - interval '1 minute' and now() + interval '1 minute'`;
const COUNT = `insert into funil.rate_limits as counted (address, started_at, captures)
  select address, now(), captures from unnest($1::bytea[], $2::integer[]) as n (address, captures)
  on conflict (address) do update set
    captures = excluded.captures + case
      when ${IS_CURRENT} then counted.captures else 0 end,
    started_at = case when ${IS_CURRENT} then counted.started_at else now() end
  returning address, captures,
    1000 * extract(epoch from started_at + interval '1 minute' - now())::float8 as ttl`;

const hash = (address: string) => createHash('sha256').update(address).digest();

/** Counts requests by address for all replicas together; those that arrive together share a query. */
export function createRateCounter(pool: Pool): RequestCounter {
  const group = createGroupCommit<string, RequestCount>({
    commit: (addresses) => countBatch(pool, addresses),
    largestBatch: 500,
    inFlight: 1,
    longestQueue: 10_000,
    whenFull: { current: 0, ttl: 0 },
  });
  const timer = setInterval(() => {
    const purge = `delete from funil.rate_limits
      where abs(extract(epoch from now() - started_at)) > ${RATE_COUNTER_MS / 1000}`;
    // Left for the next time when it fails: old counts are ignored anyway.
    pool.query(purge).catch(() => undefined);
  }, PURGE_INTERVAL);
  timer.unref();
  return { count: (address) => group.add(address), stop: () => clearInterval(timer) };
}

async function countBatch(pool: Pool, addresses: string[]): Promise<RequestCount[]> {
  const arrivals = new Map<string, number>();
  for (const address of addresses) arrivals.set(address, (arrivals.get(address) ?? 0) + 1);
  // One order on every replica, so that they wait for each other and never deadlock.
  const keys = [...arrivals.keys()].map((address) => ({ address, key: hash(address) }));
  keys.sort((a, b) => a.key.compare(b.key));
  const { rows } = await pool.query({
    name: 'count-requests',
    text: COUNT,
    values: [keys.map(({ key }) => key), keys.map(({ address }) => arrivals.get(address))],
  });
  const counts = new Map(rows.map((row) => [row.address.toString('hex'), row]));
  const byAddress = new Map(
    keys.map(({ address, key }) => [address, counts.get(key.toString('hex'))]),
  );
  return addresses.map((address) => {
    const counted = byAddress.get(address);
    const later = (arrivals.get(address) ?? 1) - 1;
    arrivals.set(address, later);
    return { current: counted.captures - later, ttl: counted.ttl };
  });
}
