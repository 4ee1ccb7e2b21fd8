/** How items that arrive together are written together. */
export interface GroupCommitOptions<Item, Outcome> {
  /** Writes a batch in one commit; one outcome per item, in order. */
  readonly commit: (batch: Item[]) => Outcome[] | Promise<Outcome[]>;
  /** Most items in one commit. */
  readonly largestBatch: number;
  /** Most commits under way at once. */
  readonly inFlight: number;
  /** Most items waiting for a commit; what comes beyond is told `whenFull`. */
  readonly longestQueue: number;
  readonly whenFull: Outcome;
}

export interface GroupCommit<Item, Outcome> {
  add(item: Item): Promise<Outcome>;
  /** Resolves when everything added so far is written. */
  drain(): Promise<void>;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers what arrives in one turn of the event loop into one commit: an fsync costs the same for all. */
export function createGroupCommit<Item, Outcome>(
  options: GroupCommitOptions<Item, Outcome>,
): GroupCommit<Item, Outcome> {
  const queue: Waiting<Item, Outcome>[] = [];
  const drained: (() => void)[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule() {
    if (isScheduled || queue.length === 0 || running >= options.inFlight) return;
    isScheduled = true;
    setImmediate(flush);
  }

  async function flush() {
    isScheduled = false;
    const batch = queue.splice(0, options.largestBatch);
    running += 1;
    schedule();
    try {
      const outcomes = await options.commit(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
    running -= 1;
    schedule();
    if (running === 0 && queue.length === 0) for (const resolve of drained.splice(0)) resolve();
  }

  return {
    add(item) {
      if (queue.length >= options.longestQueue) return Promise.resolve(options.whenFull);
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        schedule();
      });
    },
    drain() {
      if (running === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
  };
}
