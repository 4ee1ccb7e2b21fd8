import pg from 'pg';
import type { ReportError } from '../capture-store.ts';

export interface PostgresPools {
  /** Inserts as `anon`, so that grants and row security hold as on Supabase. */
  readonly capture: pg.Pool;
  /** The tables' owner: migrations, readiness, rate limits. */
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

/** Commits under way at once. */
export const CAPTURE_CONNECTIONS = 4;

/** Times are read and given in UTC, whatever the server's own zone. */
const IN_UTC = "set time zone 'UTC'";

const LIMITS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  // A little more than the server's own, for an answer that never comes.
  query_timeout: 6_000,
  keepAlive: true,
};

export function createPools(connectionString: string, reportError: ReportError): PostgresPools {
  const base = { ...LIMITS, connectionString, application_name: 'funil' };
  const capture = new pg.Pool({
    ...base,
    max: CAPTURE_CONNECTIONS,
    // Awaited before first use; a connection that cannot be `anon` is never used.
    onConnect: async (client) => {
      await client.query(`${IN_UTC}; set role anon`);
    },
  });
  const owner = new pg.Pool({
    ...base,
    max: 3,
    onConnect: async (client) => {
      await client.query(IN_UTC);
    },
  });
  for (const pool of [capture, owner]) {
    pool.on('error', (error) => reportError('an idle database connection was lost', error));
  }
  return {
    capture,
    owner,
    async close() {
      await Promise.all([capture.end(), owner.end()]);
    },
  };
}
