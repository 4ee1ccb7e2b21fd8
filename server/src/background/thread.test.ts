import { expect, test } from 'vitest';
import { startThread } from './thread.ts';

const fileOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

function start(code: string, workerData?: () => unknown) {
  const messages: unknown[] = [];
  const troubles: string[] = [];
  const thread = startThread({
    file: fileOf(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`),
    options: () => ({ workerData: workerData?.() }),
    work: 'counting',
    logStream: { write: (line) => void messages.push(line) },
    reportError: (message) => void troubles.push(message),
    pause: 10,
  });
  return { ...thread, messages, troubles, [Symbol.asyncDispose]: thread.stop };
}

test('reports and restarts a thread that ends unexpectedly', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => { throw new Error('lost'); });`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  thread.post('anything');
  await expect.poll(() => thread.messages).toEqual(['begun', 'begun']);
  expect(thread.troubles).toEqual(['counting: its thread ended']);
});

test('gives a restarted thread the present data', async () => {
  let known = 'first';
  await using thread = start(
    "parentPort.postMessage(workerData); parentPort.on('message', () => process.exit());",
    () => known,
  );
  await expect.poll(() => thread.messages).toEqual(['first']);
  known = 'second';
  thread.post('end');
  await expect.poll(() => thread.messages).toEqual(['first', 'second']);
});

test('lets a stopped thread finish its work, and does not restart it', async () => {
  await using thread = start(`
    parentPort.on('message', () => setTimeout(() => {
      parentPort.postMessage('finished');
      parentPort.close();
    }, 50));`);
  await thread.stop();
  expect(thread.messages).toEqual(['finished']);
  await thread.stop();
  expect(thread.troubles).toEqual([]);
});

test('terminates a thread that does not react to stop', async () => {
  await using thread = start(`parentPort.postMessage('begun'); for (;;);`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  const begin = performance.now();
  await thread.stop();
  expect(performance.now() - begin).toBeLessThan(5_000);
});
