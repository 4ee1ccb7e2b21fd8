import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { startServer } from '../../testkit/start-process.ts';

async function startWithWriter() {
  const folder = makeFolder();
  const env = { DATA_DIR: folder.path, RATE_LIMIT: '0' };
  const server = await startServer(env);
  const other = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 5_000 });
  return {
    ...server,
    /** For the file's locks, another process. */
    other,
    async [Symbol.asyncDispose]() {
      other.close();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function measure<Result>(send: () => Promise<Result>) {
  const start = performance.now();
  const result = await send();
  return { result, ms: performance.now() - start };
}

test('makes only captures wait while another process writes', async () => {
  await using server = await startWithWriter();
  await fetch(`${server.address}/healthz`);
  server.other.exec('begin immediate');
  let isStored = false;
  const lead = insert(server.address, 'leads', makeLead()).then((answer) => {
    isStored = true;
    return answer.status;
  });
  const waits: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    waits.push((await measure(() => fetch(`${server.address}/healthz`))).ms);
  }
  expect(waits.toSorted((a, b) => a - b)[30]).toBeLessThan(50);
  expect(Math.max(...waits)).toBeLessThan(500);
  expect(isStored).toBe(false);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  server.other.exec('rollback');
  expect(await lead).toBe(201);
});

test('answers 503 with retry-after when a lead has waited too long', async () => {
  await using server = await startWithWriter();
  server.other.exec('begin immediate');
  const { result, ms } = await measure(() => insert(server.address, 'leads', makeLead()));
  expect(result.status).toBe(503);
  expect(result.headers.get('retry-after')).toBe('5');
  expect(ms).toBeGreaterThan(5_000);
  expect(ms).toBeLessThan(14_000);
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(503);
  server.other.exec('rollback');
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);
});

test('stores leads between the short transactions of a command', async () => {
  await using server = await startWithWriter();
  let isCommandOver = false;
  const command = (async () => {
    for (let chunk = 0; chunk < 20; chunk += 1) {
      server.other.exec('begin immediate');
      await pause(40);
      server.other.exec('rollback');
      await pause(20);
    }
    isCommandOver = true;
  })();
  const waits: number[] = [];
  while (!isCommandOver) {
    const { result, ms } = await measure(() => insert(server.address, 'leads', makeLead()));
    expect(result.status).toBe(201);
    waits.push(ms);
  }
  await command;
  expect(waits.length).toBeGreaterThan(7);
  expect(Math.max(...waits)).toBeLessThan(1_500);
});
