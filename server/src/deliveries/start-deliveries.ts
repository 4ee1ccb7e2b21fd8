import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
import { correctTimes, watchSetBack } from './clock.ts';
import type { Destination } from './destination.ts';
import { startDispatcher } from './dispatcher.ts';
import { createDeliveryCount, type DeliveryNumbers, readOldest } from './numbers.ts';
import { clampProgress } from './outbox/progress.ts';
import { createScanner, type ScannerParts } from './outbox/scanner.ts';
import { createConfiguredKeeper } from './registry.ts';
import { removeOldEvents } from './retention.ts';
import { createWakeSignal } from './wake-signal.ts';
import { removeLeft } from './webhooks/endpoints.ts';

export interface DeliveriesParts extends ScannerParts {
  /** Opens a separate database connection. */
  readonly open: () => Promise<Database>;
  /** Lists the current destinations. */
  readonly makeDestinations: (database: Database) => Promise<readonly Destination[]>;
  readonly reportError: ReportError;
  /** Receives the counts every few seconds. */
  readonly onNumbers?: (numbers: DeliveryNumbers) => void;
  /** How long a claimed delivery stays reserved for this process, in ms; longer than any attempt. */
  readonly lease?: number;
  /** Newly configured destinations get rows after these; null: rows from now on. */
  readonly begun?: RowNumbers | null;
}

export interface Deliveries {
  /** Wakes the outbox scanner after a row was stored. */
  wake(): void;
  /** Ends the attempts under way, and closes the database. */
  stop(): Promise<void>;
}

const LEASE_MS = 60_000;
/** Between two scans of the outbox, in ms: other processes store rows, too. */
const POLL_INTERVAL_MS = 500;
const DESTINATIONS_INTERVAL_MS = 1_000;
/** Between two full batches, in ms: longer than captures wait between two attempts to write. */
const YIELD_MS = 6;
const ERROR_DELAY_MS = 2_000;
/** While another process holds SQLite's lock. */
const LOCKED_DELAY_MS = 100;
const RETENTION_INTERVAL_MS = 10 * 60_000;
const RETENTION_BATCH_DELAY_MS = 1_000;
const LEFT_ENDPOINTS_INTERVAL_MS = 10_000;
const NUMBERS_INTERVAL_MS = 5_000;

/** Scans the outbox and delivers its events to their destinations until it is stopped. */
export function startDeliveries(parts: DeliveriesParts): Deliveries {
  const { now } = parts.sales;
  const uptime = parts.uptime ?? (() => performance.now());
  const lease = parts.lease ?? LEASE_MS;
  const signal = createWakeSignal();
  const count = createDeliveryCount();
  const keepConfigured = createConfiguredKeeper({ now, uptime }, parts.begun ?? null);
  let isStopping = false;

  async function connect(): Promise<Database | null> {
    while (!isStopping) {
      let database: Database | null = null;
      try {
        database = await parts.open();
        await prepare(database);
        return database;
      } catch (error) {
        await database?.destroy();
        parts.reportError('deliveries cannot begin', error);
        await signal.wait(ERROR_DELAY_MS);
      }
    }
    return null;
  }

  async function run() {
    const database = await connect();
    if (!database) return;
    const { reportError } = parts;
    const dispatcher = startDispatcher({
      ...{ database, now, lease, reportError },
      onResult: count.add,
    });
    const scanner = createScanner(database, parts);
    const maintain = createMaintenance(database);
    const refreshDestinations = every(async () => {
      const destinations = await parts.makeDestinations(database);
      await keepConfigured(database, destinations);
      dispatcher.serve(destinations.filter(({ isPaused }) => !isPaused));
      return DESTINATIONS_INTERVAL_MS;
    });

    async function step() {
      await refreshDestinations();
      const { notified, isMore } = await scanner.scan();
      dispatcher.wake(notified);
      if (isMore) return pause(YIELD_MS);
      await maintain();
      await signal.wait(POLL_INTERVAL_MS);
    }

    while (!isStopping) {
      try {
        await step();
      } catch (error) {
        if (!isBusy(error)) reportError('the outbox cannot be scanned', error);
        await signal.wait(isBusy(error) ? LOCKED_DELAY_MS : ERROR_DELAY_MS);
      }
    }
    await dispatcher.stop();
    await database.destroy();
  }

  /** Returns the work of idle times. */
  function createMaintenance(database: Database): () => Promise<void> {
    const isSetBack = watchSetBack({ now, uptime });
    // The clock may have been set back while no process ran.
    let mustCorrect = true;
    const removeOld = every(async () =>
      (await removeOldEvents(database, now())) ? RETENTION_BATCH_DELAY_MS : RETENTION_INTERVAL_MS,
    );
    const removeLeftEndpoints = every(async () => {
      await removeLeft(database, now());
      return LEFT_ENDPOINTS_INTERVAL_MS;
    });
    const reportNumbers = every(async () => {
      parts.onNumbers?.({ counts: count.take(), oldest: await readOldest(database, now()) });
      return NUMBERS_INTERVAL_MS;
    });
    return async () => {
      mustCorrect = isSetBack() || mustCorrect;
      if (mustCorrect) await correctTimes(database, { now: now(), lease });
      mustCorrect = false;
      await removeOld();
      await removeLeftEndpoints();
      await reportNumbers();
    };
  }

  const running = run();
  return {
    wake: signal.wake,
    async stop() {
      isStopping = true;
      signal.wake();
      await running;
    },
  };
}

async function prepare(database: Database) {
  if (database.dialect === 'sqlite') {
    // A power failure may lose the last events and results: they are found again, under the same ids.
    await sql`pragma synchronous = normal`.execute(database);
  }
  await clampProgress(database);
}

/** Returns a function that works at most as often as the work's last result, in ms, says. */
function every(work: () => Promise<number>): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + (await work());
  };
}
