import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import type { Pace } from './sqlite-visits.ts';
import type { VisitUpdater } from './update-visits.ts';

const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_WAIT_TIMEOUT_MS = 20_000;

/** Opens the updater of the configured database's visits, on a separate connection. */
export async function openVisitUpdater(
  { dataDir, databaseUrl }: StoreConfig,
  pace?: Pace,
): Promise<VisitUpdater> {
  if (databaseUrl === null) {
    const { openForWriting } = await import('../store/sqlite/database.ts');
    const { createSqliteVisitUpdater } = await import('./sqlite-visits.ts');
    return createSqliteVisitUpdater(openForWriting(dataDir), pace);
  }
  const { default: pg } = await import('pg');
  const { createPostgresVisitUpdater } = await import('./postgres-visits.ts');
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'funil visits',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_WAIT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection lost between two queries; the next query tells.
  client.on('error', () => {});
  await client.connect();
  await client.query("set time zone 'UTC'");
  return createPostgresVisitUpdater(client, () => client.end());
}

/** Larger steps than the server's: an operator waits for the end. */
const EVENTS_PER_STEP = 50_000;
const PACE = { budget: 12 };
/** Longest wait for another process's lock. */
const LOCK_TIMEOUT_MS = 120_000;

async function withUpdater(
  store: StoreConfig,
  run: (updater: VisitUpdater) => Promise<void>,
  pace?: Pace,
): Promise<void> {
  const updater = await openVisitUpdater(store, pace);
  try {
    await run(updater);
  } finally {
    await updater.close();
  }
}

/** Builds all visits again from the events, while captures go on. */
export const rebuildVisits = (store: StoreConfig): Promise<void> =>
  withUpdater(
    store,
    async (updater) => {
      await updater.reset();
      await catchUp(updater);
    },
    PACE,
  );

/** Reads all events that are in no visit yet: after an upgrade, or where no server runs. */
export const completeVisits = (store: StoreConfig): Promise<void> =>
  withUpdater(store, (updater) => catchUp(updater), PACE);

/**
 * Reads all events that are in no visit yet.
 * @throws if another process holds the lock for minutes
 */
export async function catchUp(updater: VisitUpdater, most = EVENTS_PER_STEP): Promise<void> {
  let lastStep = performance.now();
  for (;;) {
    const step = await updater.update(most);
    if (step) {
      lastStep = performance.now();
      if (!step.hasMore) return;
    } else {
      if (performance.now() - lastStep > LOCK_TIMEOUT_MS) throw new Error('Visits cannot be read.');
      await pause(50);
    }
  }
}

/** Erases visits by the session ids of their events, which must be erased before. */
export async function eraseVisits(store: StoreConfig, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map((session) => session.replaceAll('-', ''));
  await withUpdater(store, (updater) => updater.erase(ids));
}

/** Erases visits whose newest event was stored before a time. */
export const eraseVisitsSeenBefore = (store: StoreConfig, moment: Date): Promise<void> =>
  withUpdater(store, (updater) => updater.eraseSeenBefore(moment));
