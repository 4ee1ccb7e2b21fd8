import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { Bell } from './bell.ts';
import type { Destination } from './destination.ts';
import type { Dispatch } from './dispatch.ts';
import { createFinder, type FinderParts } from './find/finder.ts';
import type { Known } from './find/listeners.ts';
import { readDestinations } from './registry.ts';

export interface FindingParts extends FinderParts {
  readonly database: Database;
  readonly dispatch: Pick<Dispatch, 'serve' | 'ring'>;
  /** The destinations there are now. */
  readonly makeDestinations: (database: Database) => Promise<readonly Destination[]>;
  /** Says which of them settings name here. */
  readonly keepConfigured: (database: Database, made: readonly Destination[]) => Promise<void>;
  readonly reportTrouble: ReportTrouble;
  /** Rung when there may be something new, and when it is over. */
  readonly bell: Bell;
  readonly isOver: () => boolean;
  /** Done when nothing more is to be found at once. */
  readonly whenIdle: () => Promise<void>;
}

/** Between two looks at what is new, in ms: rows come past this process, too. */
const LOOK = 500;
/** Between two looks at the destinations, in ms. */
const LOOK_AT_DESTINATIONS = 1_000;
/** While more is found, captures get their turn, in ms: longer than they wait between two attempts to write. */
const BREATH = 6;
const AFTER_TROUBLE = 2_000;
/** While another process writes longer than SQLite waits. */
const WHILE_LOCKED = 100;

/** Looks again and again for what happened, and has it be told, until it is over. */
export async function keepFinding(parts: FindingParts): Promise<void> {
  const { database, dispatch, bell } = parts;
  const finder = createFinder(database, parts);
  let known: Known = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function lookAtDestinations() {
    // In this order: what is made and not on was added in between, and what is on and not made is another
    // process's to send: what it wants waits for it. An endpoint that is not made wants nothing.
    const on = await readDestinations(database, database.dialect);
    const made = await parts.makeDestinations(database);
    await parts.keepConfigured(database, made);
    const others = on.map(({ name, wants }) => ({
      name,
      wants: (type: WebhookEvent) => wants.includes(type),
    }));
    known = new Map([...others, ...made].map((one) => [one.name, one]));
    const names = new Set(on.map(({ name }) => name));
    dispatch.serve(made.filter(({ name, isPaused }) => names.has(name) && !isPaused));
    lookedAt = performance.now();
  }

  async function step() {
    if (performance.now() - lookedAt > LOOK_AT_DESTINATIONS) await lookAtDestinations();
    const { told, isMore, isStranger } = await finder.round(known);
    dispatch.ring(told);
    if (isStranger) lookedAt = Number.NEGATIVE_INFINITY;
    if (isMore || isStranger) return pause(BREATH);
    await parts.whenIdle();
    await bell.wait(LOOK);
  }

  while (!parts.isOver()) {
    try {
      await step();
    } catch (error) {
      if (!isBusy(error)) parts.reportTrouble('what is to be told cannot be found', error);
      await bell.wait(isBusy(error) ? WHILE_LOCKED : AFTER_TROUBLE);
    }
  }
}
