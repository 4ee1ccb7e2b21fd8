import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from './capture-store.ts';

/** Longest wait for captures, so that background work goes on under any load. */
const MAX_YIELD_MS = 30;
const POLL_INTERVAL_MS = 1;

/** The number of captures in progress, shared by threads. A capture stores a submission or a notice as it arrives. */
export interface CaptureCounter {
  readonly memory: SharedArrayBuffer;
  /** Returns a store that counts its writes in progress. */
  watch(store: Store): Store;
}

export function createCaptureCounter(): CaptureCounter {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const inProgress = new Int32Array(memory);

  async function trackWhilePending<Outcome>(operation: Promise<Outcome>): Promise<Outcome> {
    Atomics.add(inProgress, 0, 1);
    try {
      return await operation;
    } finally {
      Atomics.sub(inProgress, 0, 1);
    }
  }

  return {
    memory,
    watch: (store) => ({
      ...store,
      insert: (insert) => trackWhilePending(store.insert(insert)),
      storeNotice: (notice) => trackWhilePending(store.storeNotice(notice)),
    }),
  };
}

/** Resolves when background work may write: no capture is in progress, or the longest wait is over. */
export type YieldToCaptures = () => Promise<void>;

/** Never waits: for processes without captures, and for urgent work that an operator started. */
export const NEVER_YIELD: YieldToCaptures = async () => {};

/** @param memory of a {@link CaptureCounter} */
export function createYieldToCaptures(
  memory: SharedArrayBuffer,
  maxYieldMs = MAX_YIELD_MS,
): YieldToCaptures {
  const inProgress = new Int32Array(memory);
  return async () => {
    const end = performance.now() + maxYieldMs;
    while (Atomics.load(inProgress, 0) > 0 && performance.now() < end) {
      await pause(POLL_INTERVAL_MS);
    }
  };
}
