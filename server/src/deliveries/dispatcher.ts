import { setTimeout as pause } from 'node:timers/promises';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { Destination } from './destination.ts';
import { type Lane, type LaneParts, startLane } from './destination-worker.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { claimDue, isDue, type Result, release, settle } from './queue.ts';

export interface DispatchParts {
  readonly database: Database;
  /** The time in ms. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long nobody else takes what this process took, in ms: longer than any try. */
  readonly lease: number;
  readonly reportTrouble: ReportTrouble;
  /** Hears what each delivery's try came to. */
  readonly onResult?: (result: Result) => void;
}

export interface Dispatch {
  /** Those that are on; lanes of others end. */
  serve(destinations: readonly Destination[]): void;
  /** These have something new. */
  ring(names: Iterable<string>): void;
  /** Ends the tries under way, by force after a while, and stores what they came to. */
  stop(): Promise<void>;
}

/** What all tries under way may say together, in bytes: in memory it weighs several times that. */
const MAX_MEMORY_BYTES = 8 * 1024 * 1024;
/** Results are stored together: ms. */
const GATHER_MS = 20;
/** Until results that could not be stored are stored again, in ms. */
const ERROR_DELAY_MS = 500;
/** Time for tries to end by themselves when the process stops, in ms. */
const STOP_TIMEOUT_MS = 1_200;

/** Sends deliveries, each destination in a lane of its own. */
export function startDispatch(parts: DispatchParts): Dispatch {
  const { database, now } = parts;
  const lanes = new Map<string, Lane>();
  const ending = new Set<Promise<void>>();
  let results: Result[] = [];
  let untried: string[] = [];
  let storing: Promise<void> | null = null;

  /** What cannot be stored is kept: after the lease somebody would send it again. */
  async function store() {
    const [told, returned] = [results, untried];
    results = [];
    untried = [];
    try {
      await settle(database, told, now());
      await release(database, returned);
    } catch (error) {
      if (!isBusy(error)) parts.reportTrouble('what deliveries came to cannot be stored', error);
      results = [...told, ...results];
      untried = [...returned, ...untried];
      await pause(ERROR_DELAY_MS);
    }
  }

  function storeSoon() {
    storing ??= pause(GATHER_MS)
      .then(store)
      .finally(() => {
        storing = null;
        if (results.length > 0 || untried.length > 0) storeSoon();
      });
  }

  const laneParts: LaneParts = {
    claim: (destination, most, bytes) =>
      claimDue(database, { destination, most, bytes, now: now(), lease: parts.lease }),
    room: () => Math.floor(MAX_MEMORY_BYTES / Math.max(1, lanes.size)),
    isDue: (destination) => isDue(database, destination, now()),
    keep(destination, deliveries, { outcome, triedAt, took }) {
      for (const delivery of deliveries) {
        const tries = delivery.tries + 1;
        const verdict = judgeAttempt(outcome, tries, parts.random());
        const result = { id: delivery.id, destination, tries, triedAt, took, outcome, verdict };
        results.push(result);
        parts.onResult?.(result);
      }
      storeSoon();
    },
    giveBack(deliveries) {
      untried.push(...deliveries.map(({ id }) => id));
      storeSoon();
    },
    now,
    reportTrouble: parts.reportTrouble,
  };

  function endLane(name: string, lane: Lane) {
    lanes.delete(name);
    const ended = lane.drain().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    serve(destinations) {
      const wanted = new Map(destinations.map((destination) => [destination.name, destination]));
      for (const [name, lane] of lanes) if (!wanted.has(name)) endLane(name, lane);
      for (const [name, destination] of wanted) {
        const lane = lanes.get(name);
        if (lane) lane.become(destination);
        else lanes.set(name, startLane(destination, laneParts));
      }
    },
    ring(names) {
      for (const name of names) lanes.get(name)?.ring();
    },
    async stop() {
      const running = [...lanes.values()];
      for (const [name, lane] of lanes) endLane(name, lane);
      const drained = Promise.all(ending);
      await Promise.race([drained, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      for (const lane of running) lane.abort();
      await drained;
      while (storing) await storing;
    },
  };
}
