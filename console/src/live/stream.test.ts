import { expect, onTestFinished, test, vi } from 'vitest';
import { request } from '../api.ts';
import { openStream, readEvents, reconnectDelay, type StreamEvent } from './stream.ts';

vi.mock('../api.ts', async (load) => ({ ...(await load()), request: vi.fn() }));

async function readAll(...chunks: string[]) {
  let arrivals = 0;
  const events: StreamEvent[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const onData = () => {
    arrivals += 1;
  };
  for await (const event of readEvents(body, onData)) events.push(event);
  return { events, arrivals };
}

test('joins an event that arrives in pieces', async () => {
  const { events } = await readAll('event: ro', 'ws\ndata: {"tables":', '["leads"]}\n', '\n');
  expect(events).toEqual([{ event: 'rows', data: '{"tables":["leads"]}' }]);
});

test('reports a heartbeat without an event', async () => {
  expect(await readAll(': \n\n', ': \n\n')).toEqual({ events: [], arrivals: 2 });
});

test('drops an event that is cut off at the end', async () => {
  const { events } = await readAll('event: rows\ndata: um\n\nevent: rows\ndata: do');
  expect(events).toEqual([{ event: 'rows', data: 'um' }]);
});

test('doubles the delay with each failure, up to 30 seconds', () => {
  expect([1, 2, 3, 6, 60].map((failures) => reconnectDelay(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
});

test('spreads the attempts over the second half of the delay', () => {
  expect(reconnectDelay(3, 0)).toBe(2_000);
});

test('opens the stream again without a delay when it is asked to reconnect', async () => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers();
  vi.mocked(request).mockImplementation(async (_path, { signal } = {}) => {
    const start = (controller: ReadableStreamDefaultController) =>
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    return new Response(new ReadableStream({ start }));
  });
  const end = new AbortController();
  const stream = openStream(end.signal, () => {});
  await vi.advanceTimersByTimeAsync(1);
  stream.reconnect();
  // Less than the shortest delay, half a second.
  await vi.advanceTimersByTimeAsync(100);
  expect(request).toHaveBeenCalledTimes(2);
  end.abort();
  await stream.ended;
});
