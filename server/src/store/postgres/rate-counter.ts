import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { RequestCount, RequestCounter } from '../capture/capture-store.ts';
import { createGroupCommit } from '../capture/group-commit.ts';
import { RETENTION } from '../retention.ts';

const PURGE_INTERVAL_MS = 60_000;
const DELETE_EXPIRED_COUNTERS = `delete from funil.rate_limits
  where abs(extract(epoch from now() - started_at)) > ${RETENTION.rateCounter.ms / 1000}`;

/** A start more than a minute ahead does not count: it was stored before the database's clock was set back. */
const IS_COUNTED_MINUTE_CURRENT = `counted.started_at between now() - interval '1 minute' and now() + interval '1 minute'`;
const COUNT_REQUESTS = `insert into funil.rate_limits as counted (address, started_at, captures)
  select address, now(), captures from unnest($1::bytea[], $2::integer[]) as n (address, captures)
  on conflict (address) do update set
    captures = excluded.captures + case
      when ${IS_COUNTED_MINUTE_CURRENT} then counted.captures else 0 end,
    started_at = case when ${IS_COUNTED_MINUTE_CURRENT} then counted.started_at else now() end
  returning encode(address, 'hex') as digest, captures,
    1000 * extract(epoch from started_at + interval '1 minute' - now())::float8 as "remainingMs"`;

/** Requests that arrive together share a query. */
export function createRateCounter(pool: Pool): RequestCounter {
  const groupCommit = createGroupCommit<string, RequestCount>({
    commit: (addresses) => countBatch(pool, addresses),
    maxItems: 500,
    maxConcurrentCommits: 1,
    whenFull: { requestsThisMinute: 0, remainingMs: 0 },
  });
  const timer = setInterval(() => {
    // A failed purge loses nothing, because the next one repeats it, and expired counters do not count.
    pool.query(DELETE_EXPIRED_COUNTERS).catch(() => undefined);
  }, PURGE_INTERVAL_MS).unref();
  return { count: (address) => groupCommit.add(address), stop: () => clearInterval(timer) };
}

async function countBatch(pool: Pool, addresses: string[]): Promise<RequestCount[]> {
  const digests = addresses.map((address) => createHash('sha256').update(address).digest('hex'));
  const countByDigest = new Map<string, number>();
  for (const digest of digests) countByDigest.set(digest, (countByDigest.get(digest) ?? 0) + 1);
  // All replicas lock the rows in this order, so that they never deadlock.
  const sortedDigests = [...countByDigest.keys()].sort();
  const { rows } = await pool.query({
    name: 'count-requests',
    text: COUNT_REQUESTS,
    values: [
      sortedDigests.map((key) => Buffer.from(key, 'hex')),
      sortedDigests.map((key) => countByDigest.get(key)),
    ],
  });
  const rowsByDigest = new Map(rows.map((row) => [row.digest, row]));
  return digests.map((digest) => {
    const { captures, remainingMs } = rowsByDigest.get(digest);
    const laterRequests = (countByDigest.get(digest) ?? 1) - 1;
    countByDigest.set(digest, laterRequests);
    return { requestsThisMinute: captures - laterRequests, remainingMs };
  });
}
