import { setTimeout as pause } from 'node:timers/promises';
import { pauseUntilAborted } from '../concurrency/pause-until-aborted.ts';
import { createWakeSignal } from '../concurrency/wake-signal.ts';
import type { Database } from '../store/database.ts';
import { createOutageReporter, type ReportError } from '../store/health/report-error.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { type DeliveryBatch, type Destination, failedAttempt } from './destination.ts';
import { judgeAttempt } from './judge-attempt.ts';
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDueDeliveries,
  releaseDeliveries,
  storeResults,
} from './queue.ts';

interface DispatcherDependencies {
  readonly database: Database;
  readonly now: () => number;
  /** How long a claim reserves a delivery for this process; longer than any attempt. */
  readonly leaseMs: number;
  readonly reportError: ReportError;
  readonly onResult: (result: AttemptResult) => void;
}

/**
 * The limit for the events' data of all running attempts together, which need several times that memory. A digest or a
 * single event may exceed it.
 */
const MAX_ACTIVE_DATA_BYTES = 8 * 1024 * 1024;
const RESULTS_GATHER_MS = 20;
const RESULTS_RETRY_DELAY_MS = 500;
const WORKERS_STOP_TIMEOUT_MS = 1_200;

/** Runs one worker per destination, and stores the results of their attempts. */
export function startDispatcher(deps: DispatcherDependencies) {
  const workers = new Map<string, Worker>();
  /** Workers of removed destinations, until their running attempts end. */
  const endingWorkers = new Map<Worker, Promise<void>>();
  const resultStore = createResultStore(deps);
  const maxBytes = () => Math.floor(MAX_ACTIVE_DATA_BYTES / Math.max(1, workers.size));

  function endWorker(name: string, worker: Worker) {
    workers.delete(name);
    endingWorkers.set(
      worker,
      worker.drain().finally(() => endingWorkers.delete(worker)),
    );
  }

  return {
    serve(destinations: readonly Destination[]) {
      const byName = new Map(destinations.map((destination) => [destination.name, destination]));
      for (const [name, worker] of workers) if (!byName.has(name)) endWorker(name, worker);
      for (const [name, destination] of byName) {
        const worker = workers.get(name);
        if (worker) worker.update(destination);
        else workers.set(name, startWorker(destination, { deps, results: resultStore, maxBytes }));
      }
    },
    wake(names: Iterable<string>) {
      for (const name of names) workers.get(name)?.wake();
    },
    async stop() {
      for (const [name, worker] of workers) endWorker(name, worker);
      const drained = Promise.all(endingWorkers.values());
      await Promise.race([drained, pause(WORKERS_STOP_TIMEOUT_MS, undefined, { ref: false })]);
      for (const worker of endingWorkers.keys()) worker.abort();
      await drained;
      await resultStore.whenStored();
    },
  };
}

type TriedAttempt = Pick<AttemptResult, 'outcome' | 'triedAt' | 'durationMs'>;

function createResultStore({ database, now, reportError, onResult }: DispatcherDependencies) {
  const storeOutages = createOutageReporter('results of deliveries cannot be stored', reportError);
  let results: AttemptResult[] = [];
  let releasedIds: string[] = [];
  /** Deliveries that this process is sending, or whose result is not stored yet. */
  const heldIds = new Set<string>();
  let runningStore: Promise<void> | null = null;

  /** Keeps the results in memory after an error, because their deliveries would be sent again when their leases end. */
  async function store() {
    let unstored = results;
    const released = releasedIds;
    results = [];
    releasedIds = [];
    try {
      await storeResults(database, unstored, now());
      for (const { id } of unstored) heldIds.delete(id);
      // If releasing fails, these results must not be stored again, because their attempts would count twice.
      unstored = [];
      await releaseDeliveries(database, released);
      for (const id of released) heldIds.delete(id);
      storeOutages.recordSuccess();
    } catch (error) {
      storeOutages.recordFailure(error);
      results = [...unstored, ...results];
      releasedIds = [...released, ...releasedIds];
      await pause(RESULTS_RETRY_DELAY_MS);
    }
  }

  function storeSoon() {
    runningStore ??= pause(RESULTS_GATHER_MS)
      .then(store)
      .finally(() => {
        runningStore = null;
        if (results.length > 0 || releasedIds.length > 0) storeSoon();
      });
  }

  return {
    listHeld: (): ReadonlySet<string> => new Set(heldIds),
    /**
     * Returns the claimed deliveries that this process is not sending already; a clock that is set ahead ends their
     * leases, too.
     * @param heldBefore the held ids before the claim, because a result may be stored between the claim and this call
     */
    hold(claimed: readonly ClaimedDelivery[], heldBefore: ReadonlySet<string>): ClaimedDelivery[] {
      const unheld = claimed.filter(({ id }) => !heldIds.has(id) && !heldBefore.has(id));
      for (const { id } of unheld) heldIds.add(id);
      return unheld;
    },
    add(destination: string, deliveries: readonly ClaimedDelivery[], attempt: TriedAttempt) {
      for (const { id, attempts: earlierAttempts, bytes } of deliveries) {
        const attempts = earlierAttempts + 1;
        const verdict = judgeAttempt(attempt.outcome, attempts, Math.random());
        const result = { id, destination, attempts, bytes, ...attempt, verdict };
        results.push(result);
        onResult(result);
      }
      storeSoon();
    },
    release(deliveries: DeliveryBatch) {
      releasedIds.push(...deliveries.map(({ id }) => id));
      storeSoon();
    },
    async whenStored() {
      while (runningStore) await runningStore;
    },
  };
}

/** A worker looks for deliveries this often, because other processes add some without waking it. */
const CLAIM_POLL_INTERVAL_MS = 500;
/** A worker waits this long after an attempt, so that one claim replaces several ended attempts. */
const REFILL_GATHER_MS = 5;
const CLAIM_ERROR_DELAY_MS = 1_000;
/** After this many failures in a row, the worker makes one attempt at a time. */
const FAILURE_THRESHOLD = 5;
const MIN_FAILURE_PAUSE_MS = 50;
const MAX_FAILURE_PAUSE_MS = 1_000;

function failurePauseOf(failures: number): number {
  const doublings = Math.min(failures - FAILURE_THRESHOLD, 10);
  return doublings < 0 ? 0 : Math.min(MIN_FAILURE_PAUSE_MS * 2 ** doublings, MAX_FAILURE_PAUSE_MS);
}

interface WorkerDependencies {
  readonly deps: DispatcherDependencies;
  readonly results: ReturnType<typeof createResultStore>;
  readonly maxBytes: () => number;
}

type Worker = ReturnType<typeof startWorker>;

function startWorker(
  firstDestination: Destination,
  { deps, results, maxBytes }: WorkerDependencies,
) {
  const { database, now, leaseMs, reportError } = deps;
  const claimOutages = createOutageReporter('deliveries cannot be claimed', reportError);
  const wakeSignal = createWakeSignal();
  const aborting = new AbortController();
  const draining = new AbortController();
  let destination = firstDestination;
  let activeAttempts = 0;
  let activeBytes = 0;
  let consecutiveFailures = 0;

  async function attempt(deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]) {
    const bytes = deliveries.reduce((sum, delivery) => sum + delivery.bytes, 0);
    activeAttempts += 1;
    activeBytes += bytes;
    const triedAt = now();
    const start = performance.now();
    const outcome = await destination.send(deliveries, aborting.signal).catch((error: unknown) => {
      reportError('an attempt failed unexpectedly', error);
      return failedAttempt('internal error');
    });
    const durationMs = performance.now() - start;
    if (aborting.signal.aborted && outcome.result === 'failed') results.release(deliveries);
    else results.add(destination.name, deliveries, { outcome, triedAt, durationMs });
    consecutiveFailures = outcome.result === 'failed' ? consecutiveFailures + 1 : 0;
    const restMs = Math.max(destination.restMs, failurePauseOf(consecutiveFailures));
    if (restMs > 0) await pauseUntilAborted(restMs, draining.signal);
    activeAttempts -= 1;
    activeBytes -= bytes;
    wakeSignal.wake();
  }

  async function claimAndAttempt(): Promise<boolean> {
    const maxAttempts = consecutiveFailures >= FAILURE_THRESHOLD ? 1 : destination.concurrency;
    const freeAttempts = Math.max(0, maxAttempts - activeAttempts);
    const freeBytes = maxBytes() - activeBytes;
    if (freeAttempts === 0 || (activeAttempts > 0 && freeBytes <= 0)) return false;
    const { name, maxBatchSize } = destination;
    const maxDeliveries = freeAttempts * maxBatchSize;
    const heldBefore = results.listHeld();
    const claimed = await claimDueDeliveries(database, {
      destination: name,
      now: now(),
      leaseMs,
      maxDeliveries,
      maxBytes: maxBatchSize > 1 ? null : Math.max(1, freeBytes),
    });
    for (const [firstDelivery, ...others] of inChunks(
      results.hold(claimed, heldBefore),
      maxBatchSize,
    )) {
      if (firstDelivery) void attempt([firstDelivery, ...others]);
    }
    return claimed.length === maxDeliveries && activeAttempts < maxAttempts;
  }

  async function run() {
    const { signal: drainSignal } = draining;
    let hasMore = false;
    while (!drainSignal.aborted) {
      try {
        hasMore = await claimAndAttempt();
        claimOutages.recordSuccess();
      } catch (error) {
        claimOutages.recordFailure(error);
        await wakeSignal.wait(CLAIM_ERROR_DELAY_MS);
      }
      if (hasMore || drainSignal.aborted) continue;
      hasMore = await wakeSignal.wait(CLAIM_POLL_INTERVAL_MS);
      if (activeAttempts > 0 && !drainSignal.aborted) await pause(REFILL_GATHER_MS);
    }
    while (activeAttempts > 0) await wakeSignal.wait(CLAIM_POLL_INTERVAL_MS);
  }

  const running = run();
  return {
    update(next: Destination) {
      destination = next;
    },
    wake: wakeSignal.wake,
    drain(): Promise<void> {
      draining.abort();
      wakeSignal.wake();
      return running;
    },
    abort: () => aborting.abort(),
  };
}
