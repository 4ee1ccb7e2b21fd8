import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import type { StoreKind } from './open-test-store.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

type Console = Awaited<ReturnType<typeof startConsoleData>>;

/** Listens as the console's page does; what has been heard so far is its text. */
async function listen({ address, operator }: Console) {
  const stop = new AbortController();
  const response = await fetch(`${address}/console/v1/live`, {
    headers: { authorization: `Bearer ${operator.token}` },
    signal: stop.signal,
  });
  let heard = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString();
  })().catch(() => {
    // Stopped.
  });
  return {
    response,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await reading;
    },
  };
}

test.each(STORES)('%s: an open console hears of a lead within a second', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  await using live = await listen(console);
  expect(live.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await expect.poll(live.heard).toMatch(/^event: hello\ndata: {"build":"none"}\n\n/);
  const start = performance.now();
  await console.addLead({ nome: 'Marina Prado' });
  await expect.poll(live.heard, { interval: 10, timeout: 5_000 }).toContain('"leads"');
  // A busy machine takes its time; what is written down is measured on a quiet one.
  expect(performance.now() - start).toBeLessThan(4_000);
  expect(live.heard()).not.toContain('Marina');
});

test.each(STORES)('%s: what one operator changes, the other hears of', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  const { subject } = await console.addLead();
  await expect
    .poll(async () => (await console.get('leads')).items, { timeout: 5_000 })
    .toHaveLength(1);
  await using live = await listen(console);
  await console.call('PATCH', `subjects/${subject}`, { version: 0, state: 'em_conversa' });
  await expect.poll(live.heard, { timeout: 5_000 }).toContain('"subjects"');
});

test('a console that stops ends what listens', async () => {
  const console = await startConsoleData('SQLite', postgres);
  const live = await listen(console);
  await expect.poll(live.heard).toContain('hello');
  const start = performance.now();
  await console[Symbol.asyncDispose]();
  expect(performance.now() - start).toBeLessThan(5_000);
  await live[Symbol.asyncDispose]();
});
