import { expect, test } from 'vitest';
import { startThread, useThread } from './thread.ts';

const fileOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

function start(code: string, workerData?: () => unknown, restartDelayMs = 10) {
  const messages: unknown[] = [];
  const errors: string[] = [];
  const thread = startThread({
    file: fileOf(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`),
    workerData: () => workerData?.(),
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
      if (message === 'restart') setTimeout(() => parentPort.close(), 50);
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
    .toEqual(['first', 'first got restart', 'second', 'second got notice', 'second got row']);
  expect(thread.errors).toEqual([]);
});

test('does not start a thread again that is stopped during its restart', async () => {
  await using thread = start(`
    parentPort.postMessage('begun');
    parentPort.on('message', () => setTimeout(() => parentPort.close(), 50));`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  await Promise.all([thread.restart(), thread.stop()]);
  // This stop waits for a wrongly restarted thread, which would have sent a second message.
  await thread.stop();
  expect(thread.messages).toEqual(['begun']);
});

test('terminates a thread that does not react to stop', async () => {
  await using thread = start(`parentPort.postMessage('begun'); for (;;);`);
  await expect.poll(() => thread.messages).toEqual(['begun']);
  await thread.stop();
});

interface Functions {
  double(number: number): number;
  fail(): never;
  absent(): number;
  end(): never;
}

const CALLS = JSON.stringify(new URL('./calls.ts', import.meta.url).href);
const answering = fileOf(`
  import { answerCalls } from ${CALLS};
  answerCalls({
    double: async (number) => number * 2,
    fail: () => { throw Object.assign(new Error('lost'), { code: 'ENOSPC' }); },
    end: () => process.exit(),
  });`);

test('answers calls in a thread', async () => {
  const both = await useThread<Functions, number[]>(answering, ({ double }) =>
    Promise.all([double(2), double(3)]),
  );
  expect(both).toEqual([4, 6]);
});

test('rejects a call that throws, with the error’s code', async () => {
  const call = useThread<Functions, never>(answering, ({ fail }) => fail());
  await expect(call).rejects.toMatchObject({ message: 'lost', code: 'ENOSPC' });
});

test('rejects a call of a function that the thread does not have', async () => {
  const call = useThread<Functions, number>(answering, ({ absent }) => absent());
  await expect(call).rejects.toThrow('absent');
});

test('rejects a call when the thread ends or cannot load', async () => {
  const end = (file: URL) => useThread<Functions, never>(file, (functions) => functions.end());
  await expect(end(answering)).rejects.toThrow('the thread ended');
  await expect(end(fileOf("throw new Error('lost');"))).rejects.toThrow('lost');
});
