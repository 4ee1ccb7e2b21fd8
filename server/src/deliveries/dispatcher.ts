import { setTimeout as pause } from 'node:timers/promises';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
import { type Delivery, type Destination, failed, type Outcome } from './destination.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { type AttemptResult, type ClaimedDelivery, claimDue, release, settle } from './queue.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface DispatcherParts {
  readonly database: Database;
  /** In ms since 1970. */
  readonly now: () => number;
  /** How long a claimed delivery stays reserved for this process, in ms: longer than any attempt. */
  readonly lease: number;
  readonly reportError: ReportError;
  /** Receives the result of each delivery's attempt. */
  readonly onResult: (result: AttemptResult) => void;
}

/** How much data all attempts under way may hold together; it takes several times that in memory. */
const MAX_DATA_BYTES = 8 * 1024 * 1024;
/** Results of this time are stored together. */
const RESULT_GATHER_MS = 20;
/** Until a failed storing is repeated. */
const STORE_ERROR_DELAY_MS = 500;
/** How long attempts may go on when the process stops. */
const STOP_TIMEOUT_MS = 1_200;

/** Sends deliveries, each destination by a separate worker, and stores their results. */
export function startDispatcher(parts: DispatcherParts) {
  const workers = new Map<string, Worker>();
  const ending = new Set<Promise<void>>();
  const results = createResults(parts);
  const maxBytes = () => Math.floor(MAX_DATA_BYTES / Math.max(1, workers.size));

  function endWorker(name: string, worker: Worker) {
    workers.delete(name);
    const ended = worker.drain().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    /** Runs one worker for each of these destinations; workers of others end. */
    serve(destinations: readonly Destination[]) {
      const wanted = new Map(destinations.map((destination) => [destination.name, destination]));
      for (const [name, worker] of workers) if (!wanted.has(name)) endWorker(name, worker);
      for (const [name, destination] of wanted) {
        const worker = workers.get(name);
        if (worker) worker.become(destination);
        else workers.set(name, startWorker(destination, { parts, results, maxBytes }));
      }
    },
    /** Wakes the workers of these destinations. */
    wake(names: Iterable<string>) {
      for (const name of names) workers.get(name)?.wake();
    },
    /** Ends the attempts under way, by force after a while, and stores their results. */
    async stop() {
      const running = [...workers.values()];
      for (const [name, worker] of workers) endWorker(name, worker);
      const drained = Promise.all(ending);
      await Promise.race([drained, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      for (const worker of running) worker.abort();
      await drained;
      await results.stored();
    },
  };
}

type Attempt = Pick<AttemptResult, 'outcome' | 'triedAt' | 'took'>;

/** Stores the results of attempts, those of a moment together. */
function createResults({ database, now, reportError, onResult }: DispatcherParts) {
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
      if (!isBusy(error)) reportError('what deliveries came to cannot be stored', error);
      results = [...settled, ...results];
      aborted = [...released, ...aborted];
      await pause(STORE_ERROR_DELAY_MS);
    }
  }

  function storeSoon() {
    storing ??= pause(RESULT_GATHER_MS)
      .then(store)
      .finally(() => {
        storing = null;
        if (results.length > 0 || aborted.length > 0) storeSoon();
      });
  }

  return {
    /** Keeps the outcome of an attempt, for all deliveries that it sent. */
    keep(destination: string, deliveries: readonly Delivery[], attempt: Attempt) {
      for (const { id, tries: before } of deliveries) {
        const tries = before + 1;
        const verdict = judgeAttempt(attempt.outcome, tries, Math.random());
        const result = { id, destination, tries, ...attempt, verdict };
        results.push(result);
        onResult(result);
      }
      storeSoon();
    },
    /** Returns deliveries to the queue whose attempt was aborted. */
    giveBack(deliveries: readonly Delivery[]) {
      aborted.push(...deliveries.map(({ id }) => id));
      storeSoon();
    },
    /** Resolves when all results are stored. */
    async stored() {
      while (storing) await storing;
    },
  };
}

/** Between two polls of the queue, in ms: other processes add deliveries, too. */
const POLL_INTERVAL_MS = 500;
/** While attempts are under way, those that end within this time are replaced together. */
const REFILL_GATHER_MS = 5;
const CLAIM_ERROR_DELAY_MS = 1_000;
/** After so many consecutive failures one attempt at a time is enough to notice a recovery. */
const FAILURE_THRESHOLD = 5;
/** The pause between two such attempts doubles from the first to the second, in ms. */
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1_000;

interface WorkerParts {
  readonly parts: DispatcherParts;
  readonly results: ReturnType<typeof createResults>;
  /** Returns how much data the attempts under way may hold together, in bytes. */
  readonly maxBytes: () => number;
}

type Worker = ReturnType<typeof startWorker>;

/** Sends the due deliveries of one destination, independently of all others. */
function startWorker(first: Destination, { parts, results, maxBytes }: WorkerParts) {
  const { database, now, lease, reportError } = parts;
  const signal = createWakeSignal();
  const aborting = new AbortController();
  const draining = new AbortController();
  let destination = first;
  let active = 0;
  /** Data held by the attempts under way, in bytes. */
  let held = 0;
  let failures = 0;

  async function attempt(deliveries: [ClaimedDelivery, ...ClaimedDelivery[]]) {
    const bytes = deliveries.reduce((sum, one) => sum + one.bytes, 0);
    active += 1;
    held += bytes;
    const triedAt = now();
    const start = performance.now();
    const outcome = await send(deliveries);
    const took = performance.now() - start;
    if (aborting.signal.aborted && outcome.result === 'failed') results.giveBack(deliveries);
    else results.keep(destination.name, deliveries, { outcome, triedAt, took });
    failures = outcome.result === 'failed' ? failures + 1 : 0;
    await rest();
    active -= 1;
    held -= bytes;
    signal.wake();
  }

  async function send(deliveries: [Delivery, ...Delivery[]]): Promise<Outcome> {
    try {
      return await destination.send(deliveries, aborting.signal);
    } catch (error) {
      reportError(`a delivery's try failed in an unforeseen way`, error);
      return failed('internal error');
    }
  }

  async function rest() {
    const doublings = Math.min(failures - FAILURE_THRESHOLD, 10);
    const backoff = doublings < 0 ? 0 : Math.min(MIN_BACKOFF_MS * 2 ** doublings, MAX_BACKOFF_MS);
    const ms = Math.max(destination.rest, backoff);
    if (ms === 0) return;
    await pause(ms, undefined, { signal: draining.signal }).catch(() => {
      // Draining ends the rest.
    });
  }

  /** @returns whether more may be claimed at once */
  async function claim(): Promise<boolean> {
    const max = failures >= FAILURE_THRESHOLD ? 1 : destination.concurrency;
    const free = Math.max(0, max - active);
    const room = maxBytes() - held;
    if (free === 0 || (active > 0 && room <= 0)) return false;
    const { name, batch } = destination;
    const count = free * batch;
    const claimed = await claimDue(database, {
      ...{ destination: name, now: now(), lease },
      maxDeliveries: count,
      maxBytes: batch > 1 ? null : Math.max(1, room),
    });
    for (const [head, ...others] of inChunks(claimed, batch)) {
      if (head) void attempt([head, ...others]);
    }
    return claimed.length === count && active < max;
  }

  async function run() {
    const { signal: drained } = draining;
    let isMore = false;
    while (!drained.aborted) {
      try {
        isMore = await claim();
      } catch (error) {
        if (!isBusy(error)) reportError('deliveries cannot be taken', error);
        await signal.wait(CLAIM_ERROR_DELAY_MS);
      }
      if (isMore || drained.aborted) continue;
      isMore = await signal.wait(POLL_INTERVAL_MS);
      if (active > 0 && !drained.aborted) await pause(REFILL_GATHER_MS);
    }
    while (active > 0) await signal.wait(POLL_INTERVAL_MS);
  }

  const running = run();
  return {
    /** Uses the destination's current settings from the next attempt on. */
    become(next: Destination) {
      destination = next;
    },
    /** Looks at the queue at once. */
    wake: signal.wake,
    /** Claims nothing more; resolves when no attempt is under way. */
    drain(): Promise<void> {
      draining.abort();
      signal.wake();
      return running;
    },
    /** Aborts the attempts under way. */
    abort: () => aborting.abort(),
  };
}
