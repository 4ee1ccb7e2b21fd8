import { setTimeout as pause } from 'node:timers/promises';
import type { ReportTrouble } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import { type Delivery, type Destination, failed, type Outcome } from './destination.ts';
import { type ClaimedDelivery, claimDue } from './queue.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface WorkerParts {
  readonly database: Database;
  /** In ms since 1970. */
  readonly now: () => number;
  /** How long a claimed delivery stays reserved for this process, in ms. */
  readonly lease: number;
  /** Returns how much data the attempts under way may hold together, in bytes. */
  readonly maxBytes: () => number;
  /** Keeps the outcome of an attempt, for all deliveries that it sent. */
  keep(destination: string, deliveries: readonly Delivery[], attempt: Attempt): void;
  /** Returns deliveries to the queue whose attempt was aborted. */
  giveBack(deliveries: readonly Delivery[]): void;
  readonly reportTrouble: ReportTrouble;
}

export interface Attempt {
  readonly outcome: Outcome;
  /** When it began, in ms since 1970. */
  readonly triedAt: number;
  /** How long it took, in ms. */
  readonly took: number;
}

export interface DestinationWorker {
  /** Uses the destination's current settings from the next attempt on. */
  become(destination: Destination): void;
  /** Looks at the queue at once. */
  wake(): void;
  /** Claims nothing more; resolves when no attempt is under way. */
  drain(): Promise<void>;
  /** Aborts the attempts under way. */
  abort(): void;
}

/** Between two polls of the queue, in ms: other processes add deliveries, too. */
const POLL_INTERVAL_MS = 500;
/** While attempts are under way, those that end within this time are replaced together. */
const GATHER_MS = 5;
const ERROR_DELAY_MS = 1_000;
/** After so many consecutive failures one attempt at a time is enough to notice a recovery. */
const FAILURE_THRESHOLD = 5;
/** The pause between two such attempts doubles from the first to the second, in ms. */
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1_000;

/** Sends the due deliveries of one destination, independently of all others. */
export function startDestinationWorker(first: Destination, parts: WorkerParts): DestinationWorker {
  const { database, now, lease } = parts;
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
    if (aborting.signal.aborted && outcome.result === 'failed') parts.giveBack(deliveries);
    else parts.keep(destination.name, deliveries, { outcome, triedAt, took });
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
      parts.reportTrouble(`a delivery's try failed in an unforeseen way`, error);
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
    const room = parts.maxBytes() - held;
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
        if (!isBusy(error)) parts.reportTrouble('deliveries cannot be taken', error);
        await signal.wait(ERROR_DELAY_MS);
      }
      if (isMore || drained.aborted) continue;
      isMore = await signal.wait(POLL_INTERVAL_MS);
      if (active > 0 && !drained.aborted) await pause(GATHER_MS);
    }
    while (active > 0) await signal.wait(POLL_INTERVAL_MS);
  }

  const running = run();
  return {
    become(next) {
      destination = next;
    },
    wake: signal.wake,
    drain() {
      draining.abort();
      signal.wake();
      return running;
    },
    abort: () => aborting.abort(),
  };
}
