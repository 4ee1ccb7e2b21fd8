import type { EventRow } from '@funil/contract/visits/event';
import type { RecordStorage } from '../visitor/storage.ts';

const OUTBOX_STORAGE_KEY = 'jornada_pendente';
const MAX_QUEUED_EVENTS = 200;
/** A batch of this size is sent without waiting. */
const FULL_BATCH_EVENTS = 20;
const MAX_BATCH_EVENTS = 100;
/** Browsers let requests of at most 64 KiB outlive a page. */
const MAX_BATCH_BYTES = 60_000;
const SEND_INTERVAL_MS = 5_000;
const MAX_RETRY_DELAY_MS = 60_000;

interface OutboxDependencies {
  /** Returns true if the rows need no further attempt: they are stored, or refused for good. Never rejects. */
  send(rows: EventRow[]): Promise<boolean>;
  /** Sends by a request that outlives the page; the outcome stays unknown. */
  beacon(rows: EventRow[]): void;
  storage: RecordStorage;
  isHidden(): boolean;
}

export interface Outbox {
  add(row: EventRow): void;
  /** Sends now, or right after the batch under way. */
  flush(): Promise<void>;
  /** Sends all unsent events by requests that outlive the page. */
  leave(): void;
}

const isEventRow = (value: unknown): value is EventRow =>
  typeof (value as EventRow | null)?.id === 'string';

function takeBatch(rows: EventRow[]): EventRow[] {
  let bytes = 2;
  const batchEnd = rows.slice(0, MAX_BATCH_EVENTS).findIndex((row) => {
    bytes += new TextEncoder().encode(JSON.stringify(row)).length + 1;
    return bytes > MAX_BATCH_BYTES;
  });
  // A single row above the limit is sent alone.
  return rows.slice(0, batchEnd < 0 ? MAX_BATCH_EVENTS : Math.max(batchEnd, 1));
}

/**
 * Keeps the newest events in storage until the backend has them. Several tabs may send the same row: its id makes
 * repeats harmless.
 */
export function createOutbox({ send, beacon, storage, isHidden }: OutboxDependencies): Outbox {
  const sentIds = new Set<string>();
  const beaconedIds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isSendRequested = false;
  let failures = 0;

  const readStored = () => {
    const rows = storage.read(OUTBOX_STORAGE_KEY);
    return Array.isArray(rows) ? rows.filter(isEventRow) : [];
  };

  let queued = readStored();

  function save(): void {
    const ownIds = new Set(queued.map(({ id }) => id));
    const rowsOfOtherTabs = readStored().filter(({ id }) => !ownIds.has(id) && !sentIds.has(id));
    storage.write(OUTBOX_STORAGE_KEY, [...rowsOfOtherTabs, ...queued].slice(-MAX_QUEUED_EVENTS));
  }

  function schedule(wait: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void sendBatch();
    }, wait);
  }

  async function sendBatch(): Promise<void> {
    if (isSending || queued.length === 0) return;
    clearTimeout(timer);
    timer = undefined;
    isSending = true;
    isSendRequested = false;
    const batch = takeBatch(queued);
    const isDone = await send(batch);
    isSending = false;
    if (isDone) {
      for (const { id } of batch) sentIds.add(id);
      queued = queued.filter(({ id }) => !sentIds.has(id));
      save();
    }
    failures = isDone || isSendRequested ? 0 : failures + 1;
    if (queued.length === 0) return;
    const isBehind = isDone && queued.length >= FULL_BATCH_EVENTS;
    if (isBehind || isSendRequested) return sendBatch();
    schedule(Math.min(SEND_INTERVAL_MS * 2 ** failures, MAX_RETRY_DELAY_MS));
  }

  function leave(): void {
    let unsent = queued.filter(({ id }) => !beaconedIds.has(id));
    while (unsent.length > 0) {
      const batch = takeBatch(unsent);
      beacon(batch);
      for (const { id } of batch) beaconedIds.add(id);
      unsent = unsent.slice(batch.length);
    }
  }

  if (queued.length > 0) schedule(0);
  return {
    add(row) {
      queued = [...queued, row].slice(-MAX_QUEUED_EVENTS);
      save();
      // The browser may end a hidden page without an event. The microtask sends the rows of this turn together.
      if (isHidden()) queueMicrotask(leave);
      if (failures === 0 && queued.length >= FULL_BATCH_EVENTS) void sendBatch();
      else schedule(SEND_INTERVAL_MS);
    },
    async flush() {
      failures = 0;
      isSendRequested = isSending;
      await sendBatch();
    },
    leave,
  };
}
