import pg from 'pg';
import { COMMIT_CHANNEL, type CommitWatch } from '../commit-watch.ts';

/** Rows that do not come through our servers, as through Supabase, send no notification. */
const MAX_WAIT_MS = 2_000;
/** Commits within this time are reported together. */
const NOTIFY_DELAY_MS = 100;

/** Listens for the commits of all servers, and reconnects when the connection is lost. */
export function watchPostgres(connectionString: string): CommitWatch {
  let client: pg.Client | null = null;
  let isClosed = false;
  let wasNotified = false;
  let wake: (() => void) | null = null;

  async function listen() {
    const next = new pg.Client({
      connectionString,
      application_name: 'funil console',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    next.on('notification', () => {
      wasNotified = true;
      wake?.();
    });
    next.on('error', () => {
      if (client === next) client = null;
    });
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${COMMIT_CHANNEL}`);
    } catch {
      // The next wait reconnects.
      if (client === next) client = null;
      await next.end().catch(() => undefined);
    }
  }

  return {
    async next(signal) {
      if (client === null && !isClosed) await listen();
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          wake = null;
          resolve();
        };
        const timer = setTimeout(end, MAX_WAIT_MS);
        signal.addEventListener('abort', end);
        wake = () => setTimeout(end, NOTIFY_DELAY_MS);
        if (wasNotified) wake();
        if (signal.aborted) end();
      });
      wasNotified = false;
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
