import { setTimeout as pause } from 'node:timers/promises';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { Destination } from './destination.ts';
import {
  type DestinationWorker,
  startDestinationWorker,
  type WorkerParts,
} from './destination-worker.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { type AttemptResult, release, settle } from './queue.ts';

export interface DispatcherParts {
  readonly database: Database;
  /** In ms since 1970. */
  readonly now: () => number;
  /** How long a claimed delivery stays reserved for this process, in ms: longer than any attempt. */
  readonly lease: number;
  readonly reportTrouble: ReportTrouble;
  /** Receives the result of each delivery's attempt. */
  readonly onResult: (result: AttemptResult) => void;
}

export interface Dispatcher {
  /** Runs one worker for each of these destinations; workers of others end. */
  serve(destinations: readonly Destination[]): void;
  /** Wakes the workers of these destinations. */
  wake(names: Iterable<string>): void;
  /** Ends the attempts under way, by force after a while, and stores their results. */
  stop(): Promise<void>;
}

/** How much data all attempts under way may hold together; it takes several times that in memory. */
const MAX_DATA_BYTES = 8 * 1024 * 1024;
/** Results of this time are stored together. */
const GATHER_MS = 20;
/** Until a failed storing is repeated. */
const ERROR_DELAY_MS = 500;
/** How long attempts may go on when the process stops. */
const STOP_TIMEOUT_MS = 1_200;

/** Sends deliveries, each destination by a separate worker, and stores their results. */
export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const { database, now, lease, reportTrouble } = parts;
  const workers = new Map<string, DestinationWorker>();
  const ending = new Set<Promise<void>>();
  let results: AttemptResult[] = [];
  let aborted: string[] = [];
  let storing: Promise<void> | null = null;

  /** Keeps results that cannot be stored: after the lease another process would send them again. */
  async function store() {
    const [settled, released] = [results, aborted];
    results = [];
    aborted = [];
    try {
      await settle(database, settled, now());
      await release(database, released);
    } catch (error) {
      if (!isBusy(error)) reportTrouble('what deliveries came to cannot be stored', error);
      results = [...settled, ...results];
      aborted = [...released, ...aborted];
      await pause(ERROR_DELAY_MS);
    }
  }

  function storeSoon() {
    storing ??= pause(GATHER_MS)
      .then(store)
      .finally(() => {
        storing = null;
        if (results.length > 0 || aborted.length > 0) storeSoon();
      });
  }

  const workerParts: WorkerParts = {
    ...{ database, now, lease, reportTrouble },
    maxBytes: () => Math.floor(MAX_DATA_BYTES / Math.max(1, workers.size)),
    keep(destination, deliveries, attempt) {
      for (const { id, tries: before } of deliveries) {
        const tries = before + 1;
        const verdict = judgeAttempt(attempt.outcome, tries, Math.random());
        const result = { id, destination, tries, ...attempt, verdict };
        results.push(result);
        parts.onResult(result);
      }
      storeSoon();
    },
    giveBack(deliveries) {
      aborted.push(...deliveries.map(({ id }) => id));
      storeSoon();
    },
  };

  function endWorker(name: string, worker: DestinationWorker) {
    workers.delete(name);
    const ended = worker.drain().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    serve(destinations) {
      const wanted = new Map(destinations.map((destination) => [destination.name, destination]));
      for (const [name, worker] of workers) if (!wanted.has(name)) endWorker(name, worker);
      for (const [name, destination] of wanted) {
        const worker = workers.get(name);
        if (worker) worker.become(destination);
        else workers.set(name, startDestinationWorker(destination, workerParts));
      }
    },
    wake(names) {
      for (const name of names) workers.get(name)?.wake();
    },
    async stop() {
      const running = [...workers.values()];
      for (const [name, worker] of workers) endWorker(name, worker);
      const drained = Promise.all(ending);
      await Promise.race([drained, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      for (const worker of running) worker.abort();
      await drained;
      while (storing) await storing;
    },
  };
}
