import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
import { correctTimes, watchSetBack } from './clock.ts';
import type { Destination } from './destination.ts';
import { startDispatcher } from './dispatcher.ts';
import { createDeliveryCounter, type DeliveryMetrics, readOldestWaitingMs } from './metrics.ts';
import { clampProgress } from './outbox/progress.ts';
import { createScanner, type ScannerParts } from './outbox/scanner.ts';
import { removeOldEvents } from './outbox/store-events.ts';
import { createDestinationRegistrar } from './registry.ts';
import { createWakeSignal } from './wake-signal.ts';
import { removeMarkedEndpoints } from './webhooks/endpoints.ts';

export interface DeliveriesParts extends ScannerParts {
  /** Opens a separate database connection. */
  readonly open: () => Promise<Database>;
  /** Reads the current destinations. */
  readonly readDestinations: (database: Database) => Promise<readonly Destination[]>;
  readonly reportError: ReportError;
  /** Receives the metrics every few seconds. */
  readonly onMetrics?: (metrics: DeliveryMetrics) => void;
  /** How long a claimed delivery stays reserved for this process, in ms; longer than any attempt. */
  readonly lease?: number;
  /** Newly configured destinations get rows after these; null: rows from now on. */
  readonly startAfter?: RowNumbers | null;
}

const LEASE_MS = 60_000;
/** Between two scans, since other processes store rows, too. */
const POLL_INTERVAL_MS = 500;
const DESTINATIONS_INTERVAL_MS = 1_000;
/** Between two full batches; longer than captures wait between two attempts to write. */
const YIELD_MS = 6;
const ERROR_DELAY_MS = 2_000;
/** While another process holds SQLite's lock. */
const LOCKED_DELAY_MS = 100;
const RETENTION_INTERVAL_MS = 10 * 60_000;
const RETENTION_BATCH_DELAY_MS = 1_000;
const REMOVED_ENDPOINTS_INTERVAL_MS = 10_000;
const METRICS_INTERVAL_MS = 5_000;

/** Scans the outbox and delivers its events to their destinations until it is stopped. */
export function startDeliveries(parts: DeliveriesParts) {
  const { reportError } = parts;
  const { now } = parts.sales;
  const uptime = parts.uptime ?? (() => performance.now());
  const lease = parts.lease ?? LEASE_MS;
  const signal = createWakeSignal();
  const counter = createDeliveryCounter();
  const registerDestinations = createDestinationRegistrar(
    { now, uptime },
    parts.startAfter ?? null,
  );
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
        reportError('deliveries cannot start', error);
        await signal.wait(ERROR_DELAY_MS);
      }
    }
    return null;
  }

  async function run() {
    const database = await connect();
    if (!database) return;
    const dispatcher = startDispatcher({
      database,
      now,
      lease,
      reportError,
      onResult: counter.add,
    });
    const scanner = createScanner(database, parts);
    const maintain = createMaintenance(database);
    const refreshDestinations = repeatAfter(async () => {
      const destinations = await parts.readDestinations(database);
      await registerDestinations(database, destinations);
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

  /** Returns a function that runs the periodic tasks that are due. */
  function createMaintenance(database: Database): () => Promise<void> {
    const isSetBack = watchSetBack({ now, uptime });
    // The clock may have been set back while no process ran.
    let mustCorrect = true;
    const tasks = [
      repeatAfter(async () =>
        (await removeOldEvents(database, now())) ? RETENTION_BATCH_DELAY_MS : RETENTION_INTERVAL_MS,
      ),
      repeatAfter(async () => {
        await removeMarkedEndpoints(database, now());
        return REMOVED_ENDPOINTS_INTERVAL_MS;
      }),
      repeatAfter(async () => {
        const oldestWaitingMs = await readOldestWaitingMs(database, now());
        parts.onMetrics?.({ counts: counter.take(), oldestWaitingMs });
        return METRICS_INTERVAL_MS;
      }),
    ];
    return async () => {
      mustCorrect = isSetBack() || mustCorrect;
      if (mustCorrect) await correctTimes(database, { now: now(), lease });
      mustCorrect = false;
      for (const runIfDue of tasks) await runIfDue();
    };
  }

  const running = run();
  return {
    /** Wakes the outbox scanner after a row was stored. */
    wake: signal.wake,
    /** Ends the attempts under way, and closes the database. */
    async stop() {
      isStopping = true;
      signal.wake();
      await running;
    },
  };
}

async function prepare(database: Database) {
  if (database.dialect === 'sqlite') {
    // A power failure may lose the last events and results; the scanner finds them again, under the same ids.
    await sql`pragma synchronous = normal`.execute(database);
  }
  await clampProgress(database);
}

/** Returns a function that runs a task unless it ran recently; the task returns the delay until its next run, in ms. */
function repeatAfter(task: () => Promise<number>): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + (await task());
  };
}
