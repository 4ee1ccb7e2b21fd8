import pg from 'pg';
import type { ReportError } from '../health/report-error.ts';

export interface PostgresPools {
  /** The pool's role is `anon`, so that grants and row security hold as on Supabase. */
  readonly capture: pg.Pool;
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

export const CAPTURE_CONNECTIONS = 4;

/** Without these options, Linux would notice only after two hours that the other machine is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const POOL_LIMITS = {
  connectionTimeoutMillis: 3_000,
  // `query_timeout` is longer than `statement_timeout` in SESSION_SETUP, so it ends only a query without an answer.
  query_timeout: 6_000,
  ...KEEP_ALIVE,
};

/** A statement sets these limits, because PgBouncer refuses connections that have them as parameters. */
const SESSION_SETUP = "set statement_timeout = '5s'; set lock_timeout = '3s'; set time zone 'UTC'";

export function createPools(connectionString: string, reportError: ReportError): PostgresPools {
  /** A connection on which `setup` fails is never used. */
  const createPool = (max: number, setup = SESSION_SETUP) => {
    const pool = new pg.Pool({
      ...POOL_LIMITS,
      connectionString,
      application_name: 'funil',
      max,
      onConnect: async (client) => {
        await client.query(setup);
      },
    });
    pool.on('error', (error) => reportError('an idle database connection was lost', error));
    // Without a listener, losing a connection between two queries would end the process. The next query fails.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const capture = createPool(CAPTURE_CONNECTIONS, `${SESSION_SETUP}; set role anon`);
  const owner = createPool(3);
  return {
    capture,
    owner,
    async close() {
      await Promise.all([capture.end(), owner.end()]);
    },
  };
}
