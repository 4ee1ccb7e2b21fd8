interface GroupCommitOptions<Item, Outcome> {
  readonly commit: (batch: Item[]) => Outcome[] | Promise<Outcome[]>;
  /** The default is one row of no bytes. */
  readonly sizeOf?: (item: Item) => ItemSize;
  readonly maxItems: number;
  /** A single item may have more. */
  readonly maxRows?: number;
  readonly maxConcurrentCommits: number;
  /** Items beyond this get `whenFull` at once, unless the queue is empty. */
  readonly maxQueuedRows: number;
  readonly maxQueuedBytes?: number;
  readonly whenFull: Outcome;
}

interface ItemSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Commits the items of an event-loop turn together: an fsync costs the same for one or many. */
export function createGroupCommit<Item, Outcome>({
  commit,
  sizeOf = () => ({ rows: 1, bytes: 0 }),
  maxRows = Number.POSITIVE_INFINITY,
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
    let rows = 0;
    let count = 0;
    for (const { size } of queue) {
      if (count === options.maxItems || (count > 0 && rows + size.rows > maxRows)) break;
      rows += size.rows;
      queuedBytes -= size.bytes;
      count += 1;
    }
    queuedRows -= rows;
    return queue.splice(0, count);
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
        (queuedRows + size.rows > options.maxQueuedRows ||
          queuedBytes + size.bytes > maxQueuedBytes);
      if (isFull) return Promise.resolve(options.whenFull);
      queuedRows += size.rows;
      queuedBytes += size.bytes;
      const result = Promise.withResolvers<Outcome>();
      queue.push({ ...result, item, size });
      schedule();
      return result.promise;
    },
    drain(): Promise<void> {
      if (runningCommits === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => drainResolvers.push(resolve));
    },
  };
}
