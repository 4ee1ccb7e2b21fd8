interface GroupCommitOptions<Item, Outcome> {
  readonly commit: (batch: Item[]) => Outcome[] | Promise<Outcome[]>;
  /** The default is one row of no bytes. */
  readonly sizeOf?: (item: Item) => ItemSize;
  readonly maxItems: number;
  /** The most rows of a batch, unless it is a single item. */
  readonly maxRows?: number;
  readonly maxConcurrentCommits: number;
  /** An item for which the queue has no room gets `whenFull` at once, unless the queue is empty. */
  readonly maxQueuedRows?: number;
  readonly maxQueuedBytes?: number;
  readonly whenFull: Outcome;
}

interface ItemSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Commits the items of an event-loop turn together, because an fsync costs the same for one or many. */
export function createGroupCommit<Item, Outcome>({
  commit,
  sizeOf = () => ({ rows: 1, bytes: 0 }),
  maxRows = Number.POSITIVE_INFINITY,
  maxQueuedRows = 10_000,
  maxQueuedBytes = Number.POSITIVE_INFINITY,
  ...options
}: GroupCommitOptions<Item, Outcome>) {
  const queue: (PromiseWithResolvers<Outcome> & {
    readonly item: Item;
    readonly size: ItemSize;
  })[] = [];
  let queuedRows = 0;
  let queuedBytes = 0;
  const drainResolvers: (() => void)[] = [];
  let runningCommits = 0;
  let isScheduled = false;

  function schedule() {
    if (isScheduled || queue.length === 0 || runningCommits >= options.maxConcurrentCommits) return;
    isScheduled = true;
    setImmediate(flush);
  }

  function takeBatch() {
    let takenRows = 0;
    let takenItems = 0;
    for (const { size } of queue) {
      if (takenItems === options.maxItems || (takenItems > 0 && takenRows + size.rows > maxRows))
        break;
      takenRows += size.rows;
      queuedBytes -= size.bytes;
      takenItems += 1;
    }
    queuedRows -= takenRows;
    return queue.splice(0, takenItems);
  }

  async function flush() {
    isScheduled = false;
    const batch = takeBatch();
    runningCommits += 1;
    schedule();
    try {
      const outcomes = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    runningCommits -= 1;
    schedule();
    const isDrained = runningCommits === 0 && queue.length === 0;
    if (isDrained) for (const resolve of drainResolvers.splice(0)) resolve();
  }

  return {
    add(item: Item): Promise<Outcome> {
      const size = sizeOf(item);
      const isFull =
        queue.length > 0 &&
        (queuedRows + size.rows > maxQueuedRows || queuedBytes + size.bytes > maxQueuedBytes);
      if (isFull) return Promise.resolve(options.whenFull);
      queuedRows += size.rows;
      queuedBytes += size.bytes;
      const pendingOutcome = Promise.withResolvers<Outcome>();
      queue.push({ ...pendingOutcome, item, size });
      schedule();
      return pendingOutcome.promise;
    },
    drain(): Promise<void> {
      if (runningCommits === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => drainResolvers.push(resolve));
    },
  };
}
