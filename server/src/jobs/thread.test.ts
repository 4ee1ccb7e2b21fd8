import { expect, test } from 'vitest';
import { runOnce, startThread } from './thread.ts';

const fileOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

function start(code: string, workerData?: () => unknown, restartDelayMs = 10) {
  const messages: unknown[] = [];
  const errors: string[] = [];
  const thread = startThread({
    file: fileOf(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`),
    workerOptions: () => ({ workerData: workerData?.() }),
    name: 'counting',
    logStream: { write: (line) => void messages.push(line) },
    reportError: (message) => void errors.push(message),
    restartDelayMs,
  });
  return { ...thread, messages, errors, [Symbol.asyncDispose]: thread.stop };
}

test('reports and restarts a thread that ends unexpectedly', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => { throw new Error('lost'); });`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  thread.post('anything');
  await expect.poll(() => thread.messages).toEqual(['begun', 'begun']);
  expect(thread.errors).toEqual(['counting: its thread crashed and will restart']);
});

test('starts a thread again with the current data', async () => {
  let data = 'first';
  await using thread = start(
    "parentPort.postMessage(workerData); parentPort.on('message', () => process.exit());",
    () => data,
  );
  await expect.poll(() => thread.messages).toEqual(['first']);
  data = 'second';
  thread.post('end');
  await expect.poll(() => thread.messages).toEqual(['first', 'second']);
});

test('lets a stopped thread finish, and does not restart it', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => setTimeout(() => {
      parentPort.postMessage('finished');
      parentPort.close();
    }, 50));`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  await thread.stop();
  expect(thread.messages).toEqual(['begun', 'finished']);
  await thread.stop();
  expect(thread.errors).toEqual([]);
});

test('starts a thread again at once when asked, with the current data and every message sent meanwhile', async () => {
  let data = 'first';
  await using thread = start(
    `parentPort.postMessage(workerData);
    parentPort.on('message', (message) => {
      parentPort.postMessage(workerData + ' got ' + message);
      if (message === 'stop') setTimeout(() => parentPort.close(), 50);
    });`,
    () => data,
    60_000,
  );
  await expect.poll(() => thread.messages).toEqual(['first']);
  data = 'second';
  const restarts = [thread.restart(), thread.restart()];
  for (const message of ['notice', 'row', 'notice']) thread.post(message);
  await Promise.all(restarts);
  await expect
    .poll(() => thread.messages)
    .toEqual(['first', 'first got stop', 'second', 'second got notice', 'second got row']);
  expect(thread.errors).toEqual([]);
});

test('starts no thread again that is stopped during a restart', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => setTimeout(() => parentPort.close(), 50));`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  await Promise.all([thread.restart(), thread.stop()]);
  // Waits for a thread that were started again, too, which begins with a message.
  await thread.stop();
  expect(thread.messages).toEqual(['begun']);
});

test('terminates a thread that does not react to stop', async () => {
  await using thread = start(`parentPort.postMessage('begun'); for (;;);`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  await thread.stop();
});

test('runs a module once and returns the message that it posts', async () => {
  const code = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('done');";
  expect(await runOnce(fileOf(code), null)).toBe('done');
});

test('rejects when a module that runs once ends without posting a message', async () => {
  await expect(runOnce(fileOf('process.exit();'), null)).rejects.toThrow('without a result');
  await expect(runOnce(fileOf("throw new Error('lost');"), null)).rejects.toThrow('lost');
});
