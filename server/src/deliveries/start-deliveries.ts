import { sql } from 'kysely';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { createBell } from './bell.ts';
import { watchSetBack } from './clock.ts';
import type { Destination } from './destination.ts';
import { startDispatch } from './dispatch.ts';
import { clampProgress } from './find/clamp-progress.ts';
import type { FinderParts } from './find/finder.ts';
import { createConfiguredKeeper } from './keep-configured.ts';
import { keepFinding } from './keep-finding.ts';
import { createDeliveryCount, type DeliveryNumbers, readOldest } from './numbers.ts';
import { mendTimes } from './queue/mend-times.ts';
import { throwAway } from './retention.ts';
import { removeLeft } from './webhooks/leave-endpoint.ts';

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
const LEASE = 60_000;
const AFTER_TROUBLE = 2_000;
/** Between two looks for what is old enough to be thrown away, in ms; and while there is more. */
const LOOK_AT_OLD = 10 * 60_000;
const BETWEEN_OLD = 1_000;
/** Between two looks for endpoints that were taken off, in ms. */
const LOOK_AT_LEFT = 10_000;
/** Between two counts, in ms. */
const BETWEEN_NUMBERS = 5_000;

/** Finds what happened and tells it, for as long as the process lives. */
export function startDeliveries(parts: DeliveriesParts): Deliveries {
  const { now } = parts.sales;
  const uptime = parts.uptime ?? (() => performance.now());
  const lease = parts.lease ?? LEASE;
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
        await bell.wait(AFTER_TROUBLE);
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
      (await throwAway(database, now())) ? BETWEEN_OLD : LOOK_AT_OLD,
    );
    const removeThoseLeft = every(async () => {
      await removeLeft(database, now());
      return LOOK_AT_LEFT;
    });
    const tellNumbers = every(async () => {
      parts.onNumbers?.({ counts: count.take(), oldest: await readOldest(database, now()) });
      return BETWEEN_NUMBERS;
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
