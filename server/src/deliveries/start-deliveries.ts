import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import { createBell } from './bell.ts';
import type { Destination } from './destination.ts';
import { type Dispatch, startDispatch } from './dispatch.ts';
import { createFinder, type FinderParts } from './find/finder.ts';
import type { Known } from './find/listeners.ts';
import { createDeliveryCount, type DeliveryNumbers, readOldest } from './numbers.ts';
import { readDestinations, registerConfigured } from './registry.ts';
import { throwAway } from './retention.ts';

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
  /** Since when destinations listen that settings name for the first time: ISO time in UTC; now. */
  readonly since?: string;
}

export interface Deliveries {
  /** A row was stored: there may be something to tell. */
  wake(): void;
  /** Ends the tries under way, and lets go of the database. */
  stop(): Promise<void>;
}

/** Longer than any try may take. */
const LEASE = 60_000;
/** Between two looks at what is new, in ms: rows come past this process, too. */
const LOOK = 500;
/** Between two looks at the destinations, in ms. */
const LOOK_AT_DESTINATIONS = 1_000;
/** While more is found, captures get their turn, in ms: longer than they wait between two attempts to write. */
const BREATH = 6;
const AFTER_TROUBLE = 2_000;
/** While another process writes longer than SQLite waits. */
const WHILE_LOCKED = 100;
/** Between two looks for what is old enough to be thrown away, in ms; and while there is more. */
const LOOK_AT_OLD = 10 * 60_000;
const BETWEEN_OLD = 1_000;
/** Between two counts, in ms. */
const BETWEEN_NUMBERS = 2_000;

/** Finds what happened and tells it, for as long as the process lives. */
export function startDeliveries(parts: DeliveriesParts): Deliveries {
  const { now } = parts.sales;
  const bell = createBell();
  const count = createDeliveryCount();
  let isStopping = false;

  async function run() {
    const database = await connect();
    if (!database) return;
    const dispatch = startDispatch({
      database,
      now,
      random: Math.random,
      lease: parts.lease ?? LEASE,
      reportTrouble: parts.reportTrouble,
      onResult: count.add,
    });
    await keepFinding(database, dispatch);
    await dispatch.stop();
    await database.destroy();
  }

  async function connect(): Promise<Database | null> {
    while (!isStopping) {
      let database: Database | null = null;
      try {
        database = await parts.open();
        if (database.dialect === 'sqlite') {
          // Losing power may lose what was found and told last: it is found again, and has the same ids.
          await sql`pragma synchronous = normal`.execute(database);
        }
        const made = await parts.makeDestinations(database);
        const names = made.map(({ name }) => name);
        const at = new Date(now()).toISOString();
        await registerConfigured(database, { names, since: parts.since ?? at, now: at });
        return database;
      } catch (error) {
        await database?.destroy();
        parts.reportTrouble('deliveries cannot begin', error);
        await bell.wait(AFTER_TROUBLE);
      }
    }
    return null;
  }

  async function keepFinding(database: Database, dispatch: Dispatch) {
    const finder = createFinder(database, parts);
    let known: Known = new Map();
    let lookedAt = Number.NEGATIVE_INFINITY;
    let oldAt = Number.NEGATIVE_INFINITY;
    let countedAt = Number.NEGATIVE_INFINITY;

    async function lookAtDestinations() {
      // In this order: what is made and not on was added in between, and what is on and not made is nobody.
      const on = await readDestinations(database, database.dialect);
      const made = await parts.makeDestinations(database);
      const nobody = [...on.keys()].map((name) => ({ name, wants: () => false }));
      known = new Map([...nobody, ...made].map((one) => [one.name, one]));
      dispatch.serve(made.filter(({ name }) => on.has(name)));
      lookedAt = performance.now();
    }

    async function throwOldAway() {
      if (performance.now() < oldAt) return;
      const isMore = await throwAway(database, now());
      oldAt = performance.now() + (isMore ? BETWEEN_OLD : LOOK_AT_OLD);
    }

    async function tellNumbers() {
      if (!parts.onNumbers || performance.now() - countedAt < BETWEEN_NUMBERS) return;
      const oldest = await readOldest(database, now());
      parts.onNumbers({ counts: count.take(), oldest });
      countedAt = performance.now();
    }

    async function step() {
      if (performance.now() - lookedAt > LOOK_AT_DESTINATIONS) await lookAtDestinations();
      const { told, isMore, isStranger } = await finder.round(known);
      dispatch.ring(told);
      await tellNumbers();
      if (isStranger) lookedAt = Number.NEGATIVE_INFINITY;
      if (isMore || isStranger) return pause(BREATH);
      await throwOldAway();
      await bell.wait(LOOK);
    }

    while (!isStopping) {
      try {
        await step();
      } catch (error) {
        if (!isBusy(error)) parts.reportTrouble('what is to be told cannot be found', error);
        await bell.wait(isBusy(error) ? WHILE_LOCKED : AFTER_TROUBLE);
      }
    }
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
