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
export function createGroupCommit<Item, Outcome>(options: GroupCommitOptions<Item, Outcome>) {
  const { commit, sizeOf = () => ({ rows: 1, bytes: 0 }) } = options;
  const queue = createQueue(options);
  const drainResolvers: (() => void)[] = [];
  let runningCommits = 0;
  let isScheduled = false;

  function schedule() {
    if (isScheduled || queue.isEmpty() || runningCommits >= options.maxConcurrentCommits) return;
    isScheduled = true;
    setImmediate(flush);
  }

  async function flush() {
    isScheduled = false;
    const batch = queue.takeBatch();
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
    if (isIdle()) for (const resolve of drainResolvers.splice(0)) resolve();
  }

  const isIdle = () => runningCommits === 0 && queue.isEmpty();

  return {
    add(item: Item): Promise<Outcome> {
      const size = sizeOf(item);
      if (!queue.hasRoomFor(size)) return Promise.resolve(options.whenFull);
      const pendingOutcome = Promise.withResolvers<Outcome>();
      queue.add({ ...pendingOutcome, item, size });
      schedule();
      return pendingOutcome.promise;
    },
    drain(): Promise<void> {
      if (isIdle()) return Promise.resolve();
      return new Promise((resolve) => drainResolvers.push(resolve));
    },
  };
}

interface QueuedItem<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
  readonly size: ItemSize;
}

function createQueue<Item, Outcome>({
  maxItems,
  maxRows = Number.POSITIVE_INFINITY,
  maxQueuedRows = 10_000,
  maxQueuedBytes = Number.POSITIVE_INFINITY,
}: GroupCommitOptions<Item, Outcome>) {
  const queuedItems: QueuedItem<Item, Outcome>[] = [];
  let queuedRows = 0;
  let queuedBytes = 0;
  return {
    isEmpty: () => queuedItems.length === 0,
    hasRoomFor: ({ rows, bytes }: ItemSize): boolean =>
      queuedItems.length === 0 ||
      (queuedRows + rows <= maxQueuedRows && queuedBytes + bytes <= maxQueuedBytes),
    add(queuedItem: QueuedItem<Item, Outcome>) {
      queuedRows += queuedItem.size.rows;
      queuedBytes += queuedItem.size.bytes;
      queuedItems.push(queuedItem);
    },
    takeBatch(): QueuedItem<Item, Outcome>[] {
      let takenRows = 0;
      let takenItems = 0;
      for (const { size } of queuedItems) {
        if (takenItems === maxItems || (takenItems > 0 && takenRows + size.rows > maxRows)) break;
        takenRows += size.rows;
        queuedBytes -= size.bytes;
        takenItems += 1;
      }
      queuedRows -= takenRows;
      return queuedItems.splice(0, takenItems);
    },
  };
}
