import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import type { Pace } from './sqlite-visits.ts';
import type { VisitUpdater } from './update-visits.ts';

/** Longest that one statement may take, in ms. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** Longest wait for another's lock, in ms. */
const LOCK_WAIT_TIMEOUT_MS = 20_000;

/** Whoever keeps the visits of the configured database, on a connection of its own. */
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

/** Events read at once, and visits written at once: somebody waits for the end. */
const EVENTS_PER_STEP = 50_000;
const PACE = { budget: 12 };
/** Longest wait, in ms, for whoever else keeps visits. */
const LOCK_TIMEOUT_MS = 120_000;

/** Makes all visits anew from the events, while captures go on. */
export async function rebuildVisits(database: StoreConfig): Promise<void> {
  const keeper = await openVisitUpdater(database, PACE);
  try {
    await keeper.beginAnew();
    await catchUp(keeper);
  } finally {
    await keeper.close();
  }
}

/** Reads all events that are in no visit yet: after an upgrade, or where no server runs. */
export async function completeVisits(database: StoreConfig): Promise<void> {
  const keeper = await openVisitUpdater(database, PACE);
  try {
    await catchUp(keeper);
  } finally {
    await keeper.close();
  }
}

/**
 * Reads on until nothing is left.
 * @throws when somebody else is at it for minutes
 */
export async function catchUp(keeper: VisitUpdater, portion = EVENTS_PER_STEP): Promise<void> {
  let lastStep = performance.now();
  for (;;) {
    const step = await keeper.readOn(portion);
    if (step) {
      lastStep = performance.now();
      if (!step.isBehind) return;
    } else {
      if (performance.now() - lastStep > LOCK_TIMEOUT_MS) throw new Error('Visits cannot be read.');
      await pause(50);
    }
  }
}

/** Erases visits, as their events name them, once those are erased. */
export async function eraseVisits(
  database: StoreConfig,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return;
  const keeper = await openVisitUpdater(database);
  try {
    await keeper.erase(sessions.map((session) => session.replaceAll('-', '')));
  } finally {
    await keeper.close();
  }
}

/** Erases visits of which no event was stored since a moment. */
export async function eraseVisitsSeenBefore(database: StoreConfig, moment: Date): Promise<void> {
  const keeper = await openVisitUpdater(database);
  try {
    await keeper.eraseSeenBefore(moment);
  } finally {
    await keeper.close();
  }
}
