import { sql } from 'kysely';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { RowNumbers } from '../store/row-numbers.ts';
import { mendTimes, watchSetBack } from './clock.ts';
import type { Destination } from './destination.ts';
import { startDispatch } from './dispatcher.ts';
import { createDeliveryCount, type DeliveryNumbers, readOldest } from './numbers.ts';
import { clampProgress } from './outbox/progress.ts';
import { type FinderParts, keepFinding } from './outbox/scanner.ts';
import { createConfiguredKeeper } from './registry.ts';
import { throwAway } from './retention.ts';
import { createBell } from './wake-signal.ts';
import { removeLeft } from './webhooks/endpoints.ts';

export interface DeliveriesParts extends FinderParts {
  /** Opens a database of its own. */
  readonly open: () => Promise<Database>;
  /** The destinations there are now. */
  readonly makeDestinations: (database: Database) => Promise<readonly Destination[]>;
  readonly reportTrouble: ReportTrouble;
  /** Hears every few seconds what there was to count. */
  readonly onNumbers?: (numbers: DeliveryNumbers) => void;
  /** In ms. */
  readonly lease?: number;
  /** Destinations that settings name for the first time hear of rows after these; null: of rows from now on. */
  readonly begun?: RowNumbers | null;
}

export interface Deliveries {
  /** A row was stored: there may be something to tell. */
  wake(): void;
  /** Ends the tries under way, and lets go of the database. */
  stop(): Promise<void>;
}

/** Longer than any try may take. */
const LEASE_MS = 60_000;
const ERROR_DELAY_MS = 2_000;
/** Between two looks for what is old enough to be thrown away, in ms; and while there is more. */
const RETENTION_INTERVAL_MS = 10 * 60_000;
const RETENTION_BATCH_DELAY_MS = 1_000;
/** Between two looks for endpoints that were taken off, in ms. */
const LEFT_ENDPOINTS_INTERVAL_MS = 10_000;
/** Between two counts, in ms. */
const NUMBERS_INTERVAL_MS = 5_000;

/** Finds what happened and tells it, for as long as the process lives. */
export function startDeliveries(parts: DeliveriesParts): Deliveries {
  const { now } = parts.sales;
  const uptime = parts.uptime ?? (() => performance.now());
  const lease = parts.lease ?? LEASE_MS;
  const bell = createBell();
  const count = createDeliveryCount();
  let isStopping = false;
  const keepConfigured = createConfiguredKeeper({ now, uptime }, parts.begun ?? null);
  const isSetBack = watchSetBack({ now, uptime });
  // The clock may have been set back while no process looked.
  let mustMend = true;

  async function connect(): Promise<Database | null> {
    while (!isStopping) {
      let database: Database | null = null;
      try {
        database = await parts.open();
        await prepare(database);
        await keepConfigured(database, await parts.makeDestinations(database));
        return database;
      } catch (error) {
        await database?.destroy();
        parts.reportTrouble('deliveries cannot begin', error);
        await bell.wait(ERROR_DELAY_MS);
      }
    }
    return null;
  }

  async function run() {
    const database = await connect();
    if (!database) return;
    const dispatch = startDispatch({
      database,
      now,
      random: Math.random,
      lease,
      reportTrouble: parts.reportTrouble,
      onResult: count.add,
    });
    const throwOldAway = every(async () =>
      (await throwAway(database, now())) ? RETENTION_BATCH_DELAY_MS : RETENTION_INTERVAL_MS,
    );
    const removeThoseLeft = every(async () => {
      await removeLeft(database, now());
      return LEFT_ENDPOINTS_INTERVAL_MS;
    });
    const tellNumbers = every(async () => {
      parts.onNumbers?.({ counts: count.take(), oldest: await readOldest(database, now()) });
      return NUMBERS_INTERVAL_MS;
    });
    await keepFinding({
      ...parts,
      keepConfigured,
      database,
      dispatch,
      bell,
      isOver: () => isStopping,
      async whenIdle() {
        mustMend = isSetBack() || mustMend;
        if (mustMend) await mendTimes(database, { now: now(), lease });
        mustMend = false;
        await throwOldAway();
        await removeThoseLeft();
        await tellNumbers();
      },
    });
    await dispatch.stop();
    await database.destroy();
  }

  const running = run();
  return {
    wake: bell.ring,
    async stop() {
      isStopping = true;
      bell.ring();
      await running;
    },
  };
}

async function prepare(database: Database) {
  if (database.dialect === 'sqlite') {
    // Losing power may lose what was found and told last: it is found again, and has the same ids.
    await sql`pragma synchronous = normal`.execute(database);
  }
  await clampProgress(database);
}

/** Does something when it is asked and the time that it named last, in ms, is over. */
function every(work: () => Promise<number>): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + (await work());
  };
}
