import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from './capture-store.ts';

/** Longest wait for captures, so that background work goes on under any load. */
const MAX_YIELD_MS = 30;
const POLL_INTERVAL_MS = 1;

/** The number of captures in progress, shared by threads. */
export interface CaptureCount {
  readonly memory: SharedArrayBuffer;
  /** Returns the store, with its captures counted. */
  watch(store: Store): Store;
}

export function countCaptures(): CaptureCount {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const inProgress = new Int32Array(memory);

  async function count<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
    Atomics.add(inProgress, 0, 1);
    try {
      return await outcome;
    } finally {
      Atomics.sub(inProgress, 0, 1);
    }
  }

  return {
    memory,
    watch: (store) => ({
      ...store,
      insert: (insert) => count(store.insert(insert)),
      storeNotice: (notice) => count(store.storeNotice(notice)),
    }),
  };
}

/** Resolves when background work may write: no capture is in progress, or the longest wait is over. */
export type YieldToCaptures = () => Promise<void>;

/** For processes that capture nothing, and for work that an operator waits for. */
export const NEVER_YIELD: YieldToCaptures = async () => {};

/** @param memory of a CaptureCount */
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
