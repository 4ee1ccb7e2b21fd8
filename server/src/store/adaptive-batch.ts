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

/** Grows by a quarter while the budget has room, and shrinks at once to the size that would have fitted. */
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

/** Yields the items in their order, each time as many as the batch's size is then. */
export function* inBatches<Item>(items: readonly Item[], batch: AdaptiveBatch): Generator<Item[]> {
  for (let start = 0; start < items.length; ) {
    const some = items.slice(start, start + batch.size);
    start += some.length;
    yield some;
  }
}
