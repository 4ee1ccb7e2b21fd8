import type { EventRow } from '@funil/contract/visits/event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RecordStorage } from '../visitor/storage.ts';
import { createOutbox } from './outbox.ts';

const row = (id: number | string, changes: Partial<EventRow> = {}): EventRow => ({
  id: String(id),
  session_id: '01980000-0000-7000-8000-000000000000',
  name: 'click',
  occurred_at: '2026-03-01T12:00:00.000Z',
  secao: 'hero',
  payload: { button_name: 'Entrar' },
  utm_source: 'direto',
  utm_medium: 'organico',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  lead_ref: null,
  ...changes,
});

const ids = (rows: EventRow[] = []) => rows.map(({ id }) => Number(id));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function makeStorage(stored: unknown = undefined): RecordStorage & { queued(): EventRow[] } {
  const records = new Map<string, unknown>(
    stored === undefined ? [] : [['jornada_pendente', stored]],
  );
  return {
    read: (key) => structuredClone(records.get(key)),
    write: (key, value) => void records.set(key, structuredClone(value)),
    queued: () => (records.get('jornada_pendente') ?? []) as EventRow[],
  };
}

function startOutbox({ storage = makeStorage(), isHidden = false, sendingTime = 0 } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: EventRow[][] = [];
  const beacons: EventRow[][] = [];
  const backend = { isUp: true };
  const outbox = createOutbox({
    async send(rows) {
      sent.push(rows);
      if (sendingTime > 0) await new Promise((resolve) => setTimeout(resolve, sendingTime));
      return backend.isUp;
    },
    beacon: (rows) => void beacons.push(rows),
    storage,
    isHidden: () => isHidden,
  });
  return { outbox, sent, beacons, storage, backend };
}

test('sends events together after five seconds', async () => {
  const { outbox, sent, storage } = startOutbox();
  outbox.add(row(1));
  await vi.advanceTimersByTimeAsync(4000);
  outbox.add(row(2));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(ids)).toEqual([[1, 2]]);
  expect(storage.queued()).toEqual([]);
});

test('sends at once when the twentieth event is added', async () => {
  const { outbox, sent } = startOutbox();
  for (const id of numbers(1, 20)) outbox.add(row(id));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(ids)).toEqual([numbers(1, 20)]);
});

test('keeps a failed batch and retries with growing delays', async () => {
  const { outbox, sent, storage, backend } = startOutbox();
  backend.isUp = false;
  outbox.add(row(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(storage.queued()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent.length).toBeLessThan(14);
  backend.isUp = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(storage.queued()).toEqual([]);
});

test('sends the next batch right after the current one when flushed, even if the current one fails', async () => {
  const { outbox, sent, backend } = startOutbox({ sendingTime: 1_000 });
  for (const isUp of [true, false]) {
    backend.isUp = isUp;
    outbox.add(row(1));
    void outbox.flush();
    await vi.advanceTimersByTimeAsync(500);
    outbox.add(row(2));
    void outbox.flush();
    expect(sent.splice(0).map(ids)).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent.splice(0).map(ids)).toEqual(isUp ? [[2]] : [[1, 2]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([]);
  }
});

test('drops the oldest of more than two hundred events', async () => {
  const { outbox, storage, backend } = startOutbox();
  backend.isUp = false;
  for (const id of numbers(1, 250)) outbox.add(row(id));
  expect(ids(storage.queued())).toEqual(numbers(51, 250));
  backend.isUp = true;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(storage.queued()).toEqual([]);
});

test('sends the events of an earlier page', async () => {
  const { sent, storage } = startOutbox({ storage: makeStorage([row(1), row(2)]) });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(ids)).toEqual([[1, 2]]);
  expect(storage.queued()).toEqual([]);
});

test.each([[7], ['text'], [{ a: 1 }], [[null, 3, { id: 4 }]]])(
  'ignores invalid events in storage: %j',
  async (invalid) => {
    const { outbox, sent } = startOutbox({ storage: makeStorage(invalid) });
    outbox.add(row(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.map(ids)).toEqual([[1]]);
  },
);

test('keeps the events of another tab with the same storage', async () => {
  const storage = makeStorage();
  const tab = startOutbox({ storage });
  const otherTab = startOutbox({ storage });
  otherTab.backend.isUp = false;
  tab.outbox.add(row(1));
  otherTab.outbox.add(row(2));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tab.sent.map(ids)).toEqual([[1]]);
  expect(ids(storage.queued())).toEqual([2]);
});

test('sends every event once by beacon when the page is left, and keeps it until it is stored', async () => {
  const { outbox, sent, beacons, storage } = startOutbox();
  for (const id of numbers(1, 3)) outbox.add(row(id));
  outbox.leave();
  outbox.leave();
  expect(beacons.map(ids)).toEqual([[1, 2, 3]]);
  expect(ids(storage.queued())).toEqual([1, 2, 3]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent.map(ids)).toEqual([[1, 2, 3]]);
  expect(storage.queued()).toEqual([]);
});

test('sends an event of a hidden page at once', async () => {
  const { outbox, beacons } = startOutbox({ isHidden: true });
  outbox.add(row(1));
  outbox.add(row(2));
  await vi.advanceTimersByTimeAsync(0);
  expect(beacons.map(ids)).toEqual([[1, 2]]);
});

test('keeps each batch below 64 KiB', async () => {
  const { outbox, beacons, backend } = startOutbox();
  backend.isUp = false;
  const payload = { button_name: 'ç'.repeat(1000) };
  for (const id of numbers(1, 100)) outbox.add(row(id, { payload }));
  outbox.leave();
  expect(beacons.flatMap(ids)).toEqual(numbers(1, 100));
  for (const batch of beacons) {
    expect(new Blob([JSON.stringify(batch)]).size).toBeLessThan(64 * 1024);
  }
});
