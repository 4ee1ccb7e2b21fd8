import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';

interface BatchLimits {
  readonly minSize: number;
  readonly maxSize: number;
  /** How long one batch may take. */
  readonly budgetMs: number;
}

/** A batch size that adapts so that one batch stays within its time budget. */
export interface AdaptiveBatch {
  readonly size: number;
  /** Records how long a batch of this many items took. */
  record(count: number, ms: number): void;
}

/**
 * Creates a batch size. It grows by a quarter after a full batch within the budget, and shrinks after a slow one to the
 * size that would have taken the budget.
 */
export function createAdaptiveBatch({ minSize, maxSize, budgetMs }: BatchLimits): AdaptiveBatch {
  const batch = {
    size: minSize,
    record(count: number, ms: number) {
      // A small, fast batch says nothing about larger ones.
      if (count < batch.size && ms <= budgetMs) return;
      const fitting = Math.floor((count * budgetMs) / ms);
      batch.size = Math.max(
        minSize,
        Math.min(maxSize, fitting, batch.size + Math.ceil(batch.size / 4)),
      );
    },
  };
  return batch;
}

/** Yields the items in order, in slices of the batch's present size. */
export function* inBatches<Item>(items: readonly Item[], batch: AdaptiveBatch): Generator<Item[]> {
  for (let start = 0; start < items.length; ) {
    const slice = items.slice(start, start + batch.size);
    start += slice.length;
    yield slice;
  }
}

/** Runs `work` for one batch of items after the other. On SQLite it pauses in between: captures of other processes wait for its lock. */
export async function workInBatches<Item>(
  { dialect }: Pick<Database, 'dialect'>,
  items: readonly Item[],
  { batch, work }: { batch: AdaptiveBatch; work: (some: readonly Item[]) => Promise<void> },
): Promise<void> {
  for (const some of inBatches(items, batch)) {
    const start = performance.now();
    await work(some);
    const ms = performance.now() - start;
    batch.record(some.length, ms);
    if (dialect === 'sqlite') await pause(ms / 4);
  }
}
