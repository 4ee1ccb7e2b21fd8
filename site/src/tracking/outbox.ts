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
  let failedSends = 0;

  const readStoredRows = () => {
    const rows = storage.read(OUTBOX_STORAGE_KEY);
    return Array.isArray(rows) ? rows.filter(isEventRow) : [];
  };

  let queuedRows = readStoredRows();

  function storeQueue(): void {
    const ownIds = new Set(queuedRows.map(({ id }) => id));
    const rowsOfOtherTabs = readStoredRows().filter(
      ({ id }) => !ownIds.has(id) && !sentIds.has(id),
    );
    storage.write(
      OUTBOX_STORAGE_KEY,
      [...rowsOfOtherTabs, ...queuedRows].slice(-MAX_QUEUED_EVENTS),
    );
  }

  function scheduleSend(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void sendBatch();
    }, delayMs);
  }

  async function sendBatch(): Promise<void> {
    if (isSending || queuedRows.length === 0) return;
    clearTimeout(timer);
    timer = undefined;
    isSending = true;
    isSendRequested = false;
    const batch = takeBatch(queuedRows);
    const isDone = await send(batch);
    isSending = false;
    if (isDone) {
      for (const { id } of batch) sentIds.add(id);
      queuedRows = queuedRows.filter(({ id }) => !sentIds.has(id));
      storeQueue();
    }
    failedSends = isDone || isSendRequested ? 0 : failedSends + 1;
    if (queuedRows.length === 0) return;
    const hasFullBatch = isDone && queuedRows.length >= FULL_BATCH_EVENTS;
    if (hasFullBatch || isSendRequested) return sendBatch();
    scheduleSend(Math.min(SEND_INTERVAL_MS * 2 ** failedSends, MAX_RETRY_DELAY_MS));
  }

  function leave(): void {
    let unsentRows = queuedRows.filter(({ id }) => !beaconedIds.has(id));
    while (unsentRows.length > 0) {
      const batch = takeBatch(unsentRows);
      beacon(batch);
      for (const { id } of batch) beaconedIds.add(id);
      unsentRows = unsentRows.slice(batch.length);
    }
  }

  if (queuedRows.length > 0) scheduleSend(0);
  return {
    add(row) {
      queuedRows = [...queuedRows, row].slice(-MAX_QUEUED_EVENTS);
      storeQueue();
      // Sends at once if the page is hidden, because the browser may end it without an event. The microtask sends all
      // rows that the running code adds in one request.
      if (isHidden()) queueMicrotask(leave);
      if (failedSends === 0 && queuedRows.length >= FULL_BATCH_EVENTS) void sendBatch();
      else scheduleSend(SEND_INTERVAL_MS);
    },
    async flush() {
      failedSends = 0;
      isSendRequested = isSending;
      await sendBatch();
    },
    leave,
  };
}
