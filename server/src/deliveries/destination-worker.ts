import { setTimeout as pause } from 'node:timers/promises';
import type { ReportTrouble } from '../store/capture-store.ts';
import { inChunks } from '../store/in-chunks.ts';
import { isBusy } from '../store/sqlite/lock.ts';
import type { Delivery, Destination, Outcome } from './destination.ts';
import type { Taken } from './queue.ts';
import { createBell } from './wake-signal.ts';

/** What a lane works with. */
export interface LaneParts {
  /**
   * Takes what is due at a destination.
   * @param bytes most of what they say together; null: they are told together, and shortened
   */
  claim(destination: string, most: number, bytes: number | null): Promise<Taken[]>;
  /** Most that the tries under way may say together, in bytes. */
  readonly room: () => number;
  /** Whether anything may be due. */
  isDue(destination: string): Promise<boolean>;
  /** Keeps what a try came to, for all it took along; times in ms. */
  keep(destination: string, deliveries: readonly Delivery[], tried: Tried): void;
  /** Gives back what was not tried to its end. */
  giveBack(deliveries: readonly Delivery[]): void;
  readonly now: () => number;
  readonly reportTrouble: ReportTrouble;
}

export interface Tried {
  readonly outcome: Outcome;
  readonly triedAt: number;
  readonly took: number;
}

export interface Lane {
  /** As it is now: its events, its secret. */
  become(destination: Destination): void;
  /** There may be something due. */
  ring(): void;
  /** Takes nothing more; resolves when no try is under way. */
  drain(): Promise<void>;
  /** Ends the tries that are under way. */
  abort(): void;
}

/** Between two looks at what is due, in ms: it may come past this process. */
const POLL_INTERVAL_MS = 500;
/** While tries are under way, what ends together is followed together: ms. */
const GATHER_MS = 5;
/** After trouble with the database, in ms. */
const ERROR_DELAY_MS = 1_000;
/** So many tries in a row that failed, and one at a time is enough to learn of an end. */
const FAILURE_THRESHOLD = 5;
/** Between two such tries, in ms: it doubles up to this. */
const MAX_BACKOFF_MS = 1_000;

/** Sends what is due at one destination, whatever the others do. */
export function startLane(first: Destination, parts: LaneParts): Lane {
  const bell = createBell();
  const stop = new AbortController();
  let destination = first;
  let isDraining = false;
  let active = 0;
  /** What the tries under way say together, in bytes. */
  let held = 0;
  let failures = 0;

  async function attempt(deliveries: [Taken, ...Taken[]]) {
    const bytes = deliveries.reduce((sum, one) => sum + one.bytes, 0);
    active += 1;
    held += bytes;
    const triedAt = parts.now();
    const start = performance.now();
    const outcome = await send(deliveries);
    const took = performance.now() - start;
    if (stop.signal.aborted && outcome.result === 'failed') parts.giveBack(deliveries);
    else parts.keep(destination.name, deliveries, { outcome, triedAt, took });
    failures = outcome.result === 'failed' ? failures + 1 : 0;
    await rest();
    active -= 1;
    held -= bytes;
    bell.ring();
  }

  async function send(deliveries: [Delivery, ...Delivery[]]): Promise<Outcome> {
    try {
      return await destination.send(deliveries, stop.signal);
    } catch (error) {
      parts.reportTrouble(`a delivery's try failed in an unforeseen way`, error);
      return { result: 'failed', status: null, answer: 'internal error' };
    }
  }

  async function rest() {
    const isBackingOff = failures >= FAILURE_THRESHOLD;
    const backoff = isBackingOff ? 50 * 2 ** Math.min(failures - FAILURE_THRESHOLD, 10) : 0;
    const ms = Math.max(destination.rest, Math.min(backoff, MAX_BACKOFF_MS));
    if (ms === 0 || isDraining) return;
    await pause(ms, undefined, { signal: resting.signal }).catch(() => {
      // Told to drain: nobody waits for the rest.
    });
  }

  /** @returns whether there may be more to take at once */
  async function take(): Promise<boolean> {
    const most = failures >= FAILURE_THRESHOLD ? 1 : destination.concurrency;
    const free = Math.max(0, most - active);
    const room = parts.room() - held;
    if (free === 0 || (active > 0 && room <= 0)) return false;
    const { name, batch } = destination;
    const wanted = free * batch;
    const claimed = await parts.claim(name, wanted, batch > 1 ? null : Math.max(1, room));
    for (const [head, ...others] of inChunks(claimed, batch)) {
      if (head) void attempt([head, ...others]);
    }
    return claimed.length === wanted && active < most;
  }

  async function run() {
    let isMore = true;
    while (!isDraining) {
      try {
        if (isMore || (await parts.isDue(destination.name))) isMore = await take();
      } catch (error) {
        if (!isBusy(error)) parts.reportTrouble('deliveries cannot be taken', error);
        await bell.wait(ERROR_DELAY_MS);
      }
      if (isMore || isDraining) continue;
      isMore = await bell.wait(POLL_INTERVAL_MS);
      if (active > 0 && !isDraining) await pause(GATHER_MS);
    }
    while (active > 0) await bell.wait(POLL_INTERVAL_MS);
  }

  const resting = new AbortController();
  const running = run();
  return {
    become(next) {
      destination = next;
    },
    ring: bell.ring,
    drain() {
      isDraining = true;
      resting.abort();
      bell.ring();
      return running;
    },
    abort: () => stop.abort(),
  };
}
