import { expect, test } from 'vitest';
import { readEvents, type StreamEvent, waitAfter } from './stream.ts';

function streamOf(...parts: string[]) {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

async function readAll(...parts: string[]) {
  let signs = 0;
  const events: StreamEvent[] = [];
  const stream = readEvents(streamOf(...parts), () => {
    signs += 1;
  });
  for await (const event of stream) events.push(event);
  return { events, signs };
}

test('joins an event that arrives in pieces', async () => {
  const { events } = await readAll('event: ro', 'ws\ndata: {"tables":', '["leads"]}\n', '\n');
  expect(events).toEqual([{ event: 'rows', data: '{"tables":["leads"]}' }]);
});

test('counts a heartbeat as a sign of life and not as an event', async () => {
  expect(await readAll(': bate\n\n', ': bate\n\n')).toEqual({ events: [], signs: 2 });
});

test('accepts CRLF, and names an event without a name `message`', async () => {
  const { events } = await readAll('data: um\r\ndata: dois\r\n\r\n');
  expect(events).toEqual([{ event: 'message', data: 'um\ndois' }]);
});

test('drops an event that is cut off at the end', async () => {
  const { events } = await readAll('data: um\n\ndata: do');
  expect(events).toEqual([{ event: 'message', data: 'um' }]);
});

test('waits longer with each failure, up to half a minute', () => {
  expect([1, 2, 3, 6, 60].map((failures) => waitAfter(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
});

test('spreads the attempts over half of the wait', () => {
  expect(waitAfter(3, 0)).toBe(2_000);
});
