/** How items that arrive together are written together. */
export interface GroupCommitOptions<Item, Outcome> {
  /** Writes a batch in one commit; one outcome per item, in order. */
  readonly commit: (batch: Item[]) => Outcome[] | Promise<Outcome[]>;
  /** What an item weighs; without it, one row and no bytes. */
  readonly weigh?: (item: Item) => Weight;
  /** Most items, and most rows unless a single item has more, in one commit. */
  readonly largestBatch: number;
  readonly mostRows?: number;
  /** Most commits under way at once. */
  readonly inFlight: number;
  /** Most rows and bytes waiting for a commit; what comes beyond is told `whenFull`. */
  readonly longestQueue: number;
  readonly heaviestQueue?: number;
  readonly whenFull: Outcome;
}

interface Weight {
  readonly rows: number;
  readonly bytes: number;
}

const ONE_ROW: Weight = { rows: 1, bytes: 0 };

export interface GroupCommit<Item, Outcome> {
  add(item: Item): Promise<Outcome>;
  /** Resolves when everything added so far is written. */
  drain(): Promise<void>;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly weight: Weight;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers what arrives in one turn of the event loop into one commit: an fsync costs the same for all. */
export function createGroupCommit<Item, Outcome>(
  options: GroupCommitOptions<Item, Outcome>,
): GroupCommit<Item, Outcome> {
  const { weigh = () => ONE_ROW, mostRows = Number.POSITIVE_INFINITY } = options;
  const { heaviestQueue = Number.POSITIVE_INFINITY } = options;
  const queue: Waiting<Item, Outcome>[] = [];
  let queuedRows = 0;
  let queuedBytes = 0;
  const drained: (() => void)[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule() {
    if (isScheduled || queue.length === 0 || running >= options.inFlight) return;
    isScheduled = true;
    setImmediate(flush);
  }

  function takeBatch() {
    let rows = 0;
    let end = 0;
    for (const { weight } of queue) {
      if (end === options.largestBatch || (end > 0 && rows + weight.rows > mostRows)) break;
      rows += weight.rows;
      queuedBytes -= weight.bytes;
      end += 1;
    }
    queuedRows -= rows;
    return queue.splice(0, end);
  }

  async function flush() {
    isScheduled = false;
    const batch = takeBatch();
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
      const weight = weigh(item);
      const isFull =
        queue.length > 0 &&
        (queuedRows + weight.rows > options.longestQueue ||
          queuedBytes + weight.bytes > heaviestQueue);
      if (isFull) return Promise.resolve(options.whenFull);
      queuedRows += weight.rows;
      queuedBytes += weight.bytes;
      return new Promise((resolve, reject) => {
        queue.push({ item, weight, resolve, reject });
        schedule();
      });
    },
    drain() {
      if (running === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => drained.push(resolve));
    },
  };
}
