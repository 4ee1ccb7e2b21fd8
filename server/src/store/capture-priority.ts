import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from './capture-store.ts';

/** Longest wait for captures: however many come, work beside them goes on. */
const MAX_YIELD_MS = 30;
const POLL_INTERVAL_MS = 1;

/** How many captures are under way: told by the thread that takes them, seen at once by those beside it. */
export interface CaptureCount {
  /** Shared by threads. */
  readonly memory: SharedArrayBuffer;
  /** The store, whose captures are counted. */
  watch(store: Store): Store;
}

export function countCaptures(): CaptureCount {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const underWay = new Int32Array(memory);

  async function during<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
    Atomics.add(underWay, 0, 1);
    try {
      return await outcome;
    } finally {
      Atomics.sub(underWay, 0, 1);
    }
  }

  return {
    memory,
    watch: (store) => ({
      ...store,
      insert: (insert) => during(store.insert(insert)),
      storeNotice: (notice) => during(store.storeNotice(notice)),
    }),
  };
}

/** Resolves when work may write: once no capture is under way, or has waited long enough. */
export type YieldToCaptures = () => Promise<void>;

/** For whoever works where nobody captures, or is himself waited for. */
export const NEVER_YIELD: YieldToCaptures = async () => {};

/** Lets captures go first: what writes beside them begins in the gaps between them. */
export function createYieldToCaptures(
  memory: SharedArrayBuffer,
  patience = MAX_YIELD_MS,
): YieldToCaptures {
  const underWay = new Int32Array(memory);
  return async () => {
    const end = performance.now() + patience;
    while (Atomics.load(underWay, 0) > 0 && performance.now() < end) await pause(POLL_INTERVAL_MS);
  };
}
