import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
import { correctTimes, watchSetBack } from './clock.ts';
import type { Destination } from './destination.ts';
import { startDispatcher } from './dispatcher.ts';
import { createDeliveryCounter, type DeliveryMetrics, readOldestWaitingMs } from './metrics.ts';
import { type ConsumerParts, createConsumer } from './outbox/consume-changes.ts';
import { removeOldEvents } from './outbox/store-events.ts';
import { createDestinationRegistrar } from './registry.ts';
import { createWakeSignal } from './wake-signal.ts';
import { removeMarkedEndpoints } from './webhooks/endpoints.ts';

export interface DeliveriesParts extends ConsumerParts {
  /** Opens a separate database connection. */
  readonly open: () => Promise<Database>;
  /** Reads the current destinations. */
  readonly readDestinations: (database: Database) => Promise<readonly Destination[]>;
  readonly reportError: ReportError;
  /** Receives the metrics every few seconds. */
  readonly onMetrics?: (metrics: DeliveryMetrics) => void;
  /** How long a claimed delivery stays reserved for this process, in ms; longer than any attempt. */
  readonly lease?: number;
  /** A new destination receives changes with higher numbers; null: only changes from now on. */
  readonly startAfter?: number | null;
  /** Monotonic clock of this process, in ms. */
  readonly uptime?: () => number;
}

const LEASE_MS = 60_000;
/** The pause while the log is empty. Other processes store rows without waking this one. */
const POLL_INTERVAL_MS = 500;
/** The pause between two full batches, as between those of a job. */
const PAUSE_BEFORE_MORE_MS = 20;
const DESTINATIONS_INTERVAL_MS = 1_000;
const ERROR_DELAY_MS = 2_000;
/** The pause while another process holds SQLite's lock. */
const LOCKED_DELAY_MS = 100;
const RETENTION_INTERVAL_MS = 10 * 60_000;
const RETENTION_BATCH_DELAY_MS = 1_000;
const REMOVED_ENDPOINTS_INTERVAL_MS = 10_000;
const METRICS_INTERVAL_MS = 5_000;

/** Consumes changes, and delivers events to their destinations, until it is stopped. */
export function startDeliveries(parts: DeliveriesParts) {
  const { now, reportError } = parts;
  const uptime = parts.uptime ?? (() => performance.now());
  const lease = parts.lease ?? LEASE_MS;
  const signal = createWakeSignal();
  const counter = createDeliveryCounter();
  const registerDestinations = createDestinationRegistrar(
    { now, uptime },
    parts.startAfter ?? null,
  );
  let isStopping = false;

  async function readDestinations(database: Database): Promise<readonly Destination[]> {
    const destinations = await parts.readDestinations(database);
    await registerDestinations(database, destinations);
    return destinations;
  }

  /** Opens the database and registers the destinations, because changes that are consumed before would skip them. */
  async function connect(): Promise<Database | null> {
    while (!isStopping) {
      let database: Database | null = null;
      try {
        database = await parts.open();
        await prepare(database);
        await readDestinations(database);
        return database;
      } catch (error) {
        const delay = reportUnlessBusy('deliveries cannot start', error);
        await database?.destroy().catch((cause) => reportError('a connection stays open', cause));
        await signal.wait(delay);
      }
    }
    return null;
  }

  async function run() {
    await using database = await connect();
    if (!database) return;
    const dispatcher = startDispatcher({
      database,
      now,
      lease,
      reportError,
      onResult: counter.add,
    });
    const consume = createConsumer(database, parts);
    const tasks = createTasks(database, dispatcher.serve);
    while (!isStopping) {
      for (const runIfDue of tasks) await runIfDue();
      try {
        const { destinationsWithWork, hasMore } = await consume();
        dispatcher.wake(destinationsWithWork);
        if (hasMore) await pause(PAUSE_BEFORE_MORE_MS);
        else await signal.wait(POLL_INTERVAL_MS);
      } catch (error) {
        await signal.wait(reportUnlessBusy('changes cannot be consumed', error));
      }
    }
    await dispatcher.stop();
  }

  /** Returns the periodic tasks, each independent of the failures of the others. */
  function createTasks(database: Database, serve: (destinations: Destination[]) => void) {
    const isSetBack = watchSetBack({ now, uptime });
    // The clock may have been set back while no process ran.
    let mustCorrect = true;
    return [
      whenDue('times that lie in the future cannot be corrected', async () => {
        mustCorrect = isSetBack() || mustCorrect;
        if (mustCorrect) await correctTimes(database, { now: now(), lease });
        mustCorrect = false;
        return 0;
      }),
      whenDue('the destinations cannot be read', async () => {
        const destinations = await readDestinations(database);
        serve(destinations.filter(({ isPaused }) => !isPaused));
        return DESTINATIONS_INTERVAL_MS;
      }),
      whenDue('old events cannot be removed', async () =>
        (await removeOldEvents(database, now())) ? RETENTION_BATCH_DELAY_MS : RETENTION_INTERVAL_MS,
      ),
      whenDue('removed endpoints cannot be deleted', async () => {
        await removeMarkedEndpoints(database, now());
        return REMOVED_ENDPOINTS_INTERVAL_MS;
      }),
      whenDue('the delivery metrics cannot be read', async () => {
        const oldestWaitingMs = await readOldestWaitingMs(database, now());
        parts.onMetrics?.({ counts: counter.take(), oldestWaitingMs });
        return METRICS_INTERVAL_MS;
      }),
    ];
  }

  /** Returns a function that runs a task if it is due; the task returns the delay until its next run, in ms. */
  function whenDue(failure: string, task: () => Promise<number>): () => Promise<void> {
    let next = Number.NEGATIVE_INFINITY;
    return async () => {
      if (uptime() < next) return;
      const delay = await task().catch((error) => reportUnlessBusy(failure, error));
      next = uptime() + delay;
    };
  }

  /** Reports an error, except that another process holds SQLite's lock. @returns the delay until the next attempt, in ms */
  function reportUnlessBusy(failure: string, error: unknown): number {
    if (isBusy(error)) return LOCKED_DELAY_MS;
    reportError(failure, error);
    return ERROR_DELAY_MS;
  }

  const running = run();
  return {
    /** Wakes the consumer after a row was stored. */
    wake: signal.wake,
    /** Waits for the attempts under way, aborts them after a timeout, and closes the database. */
    async stop() {
      isStopping = true;
      signal.wake();
      await running;
    },
  };
}

async function prepare(database: Database) {
  if (database.dialect === 'sqlite') {
    // A power failure may lose the last events and results together with the consumption of their changes: the events are
    // stored again with the same ids, and their deliveries may be repeated.
    await sql`pragma synchronous = normal`.execute(database);
  }
}
