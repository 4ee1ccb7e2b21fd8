import { expect, test } from 'vitest';
import { startThread } from './thread.ts';

const fileOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

function start(code: string) {
  const messages: unknown[] = [];
  const troubles: string[] = [];
  const thread = startThread({
    file: fileOf(`import { parentPort } from 'node:worker_threads'; ${code}`),
    options: () => ({}),
    work: 'counting',
    logStream: { write: (line) => void messages.push(line) },
    reportTrouble: (message) => void troubles.push(message),
    pause: 10,
  });
  return { ...thread, messages, troubles, [Symbol.asyncDispose]: thread.stop };
}

test('a thread that ends by itself is told of, and begins again', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => { throw new Error('lost'); });`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  thread.post('anything');
  await expect.poll(() => thread.messages).toEqual(['begun', 'begun']);
  expect(thread.troubles).toEqual(['counting: its thread ended']);
});

test('a thread that begins again is given what is known by then', async () => {
  let known = 'first';
  const messages: unknown[] = [];
  const thread = startThread({
    file: fileOf(`import { parentPort, workerData } from 'node:worker_threads';
      parentPort.postMessage(workerData);
      parentPort.on('message', () => process.exit());`),
    options: () => ({ workerData: known }),
    work: 'counting',
    logStream: { write: (line) => void messages.push(line) },
    reportTrouble: () => {},
    pause: 10,
  });
  await expect.poll(() => messages).toEqual(['first']);
  known = 'second';
  thread.post('end');
  await expect.poll(() => messages).toEqual(['first', 'second']);
  await thread.stop();
});

test('a thread that is told to stop ends what it is at, and stays ended', async () => {
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

test('a thread that does not hear is ended all the same', async () => {
  await using thread = start(`parentPort.postMessage('begun'); for (;;);`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  const begin = performance.now();
  await thread.stop();
  expect(performance.now() - begin).toBeLessThan(5_000);
});
