import type { EventRow } from '@funil/contract/event';
import type { RecordStorage } from '../visitor/storage.ts';

const STORAGE_KEY = 'jornada_pendente';
/** Most events held; beyond it the oldest go. */
const HELD_LIMIT = 200;
/** Events that make a batch full. */
const FULL = 20;
/** Most events in one request, and most bytes: what browsers let outlive a page is 64 KiB. */
const BATCH_LIMIT = 100;
const BATCH_BYTES = 60_000;
/** Between two batches, and the longest wait after failures, in ms. */
const INTERVAL = 5_000;
const LONGEST_WAIT = 60_000;

interface OutboxParts {
  /** Whether the rows need no further sending; never rejects. */
  send(rows: EventRow[]): Promise<boolean>;
  /** Sends what survives the page's end; nobody learns whether it arrived. */
  beacon(rows: EventRow[]): void;
  storage: RecordStorage;
  isHidden(): boolean;
}

export interface Outbox {
  add(row: EventRow): void;
  /** Sends a batch now; while one is under way, the next right after it. */
  flush(): Promise<void>;
  /** Sends what has not left yet in a way that survives the page's end. */
  leave(): void;
}

function isRow(value: unknown): value is EventRow {
  return typeof (value as EventRow | null)?.id === 'string';
}

function takeBatch(rows: EventRow[]): EventRow[] {
  let bytes = 2;
  const end = rows.slice(0, BATCH_LIMIT).findIndex((row) => {
    bytes += new TextEncoder().encode(JSON.stringify(row)).length + 1;
    return bytes > BATCH_BYTES;
  });
  // A single row larger than that goes alone.
  return rows.slice(0, end < 0 ? BATCH_LIMIT : Math.max(end, 1));
}

/**
 * Holds events until the backend has stored them, across reloads too. A row may be sent more than
 * once, by several tabs as well: its id makes that harmless.
 */
export function createOutbox({ send, beacon, storage, isHidden }: OutboxParts): Outbox {
  const settled = new Set<string>();
  const beaconed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isAskedForMore = false;
  let failures = 0;

  const readStored = () => {
    const stored = storage.read(STORAGE_KEY);
    return Array.isArray(stored) ? stored.filter(isRow) : [];
  };

  let held = readStored();

  function save(): void {
    const own = new Set(held.map(({ id }) => id));
    const others = readStored().filter(({ id }) => !own.has(id) && !settled.has(id));
    storage.write(STORAGE_KEY, [...others, ...held].slice(-HELD_LIMIT));
  }

  function schedule(wait: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, wait);
  }

  async function flush(): Promise<void> {
    if (isSending || held.length === 0) return;
    clearTimeout(timer);
    timer = undefined;
    isSending = true;
    isAskedForMore = false;
    const batch = takeBatch(held);
    const isDone = await send(batch);
    isSending = false;
    if (isDone) {
      for (const { id } of batch) settled.add(id);
      held = held.filter(({ id }) => !settled.has(id));
      save();
    }
    failures = isDone || isAskedForMore ? 0 : failures + 1;
    if (held.length === 0) return;
    const isBehind = isDone && held.length >= FULL;
    if (isBehind || isAskedForMore) return flush();
    schedule(Math.min(INTERVAL * 2 ** failures, LONGEST_WAIT));
  }

  function leave(): void {
    let rest = held.filter(({ id }) => !beaconed.has(id));
    while (rest.length > 0) {
      const batch = takeBatch(rest);
      beacon(batch);
      for (const { id } of batch) beaconed.add(id);
      rest = rest.slice(batch.length);
    }
  }

  if (held.length > 0) schedule(0);
  return {
    add(row) {
      held = [...held, row].slice(-HELD_LIMIT);
      save();
      // The page may end without another word; what comes together goes together.
      if (isHidden()) queueMicrotask(leave);
      if (failures === 0 && held.length >= FULL) void flush();
      else schedule(INTERVAL);
    },
    async flush() {
      failures = 0;
      isAskedForMore = isSending;
      await flush();
    },
    leave,
  };
}
