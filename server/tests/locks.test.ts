import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { startServer } from '../../testkit/start-process.ts';

async function startBeside() {
  const folder = makeFolder();
  const env = { DATA_DIR: folder.path, RATE_LIMIT: '0' };
  const server = await startServer(env);
  const other = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 5_000 });
  return {
    ...server,
    /** Another process, as far as the file's locks are concerned. */
    other,
    async [Symbol.asyncDispose]() {
      other.close();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function timed<Result>(ask: () => Promise<Result>) {
  const start = performance.now();
  const result = await ask();
  return { result, ms: performance.now() - start };
}

test('while another process writes, a lead waits and nothing else does', async () => {
  await using server = await startBeside();
  await fetch(`${server.address}/healthz`);
  server.other.exec('begin immediate');
  let isStored = false;
  const lead = insert(server.address, 'leads', makeLead()).then((answer) => {
    isStored = true;
    return answer.status;
  });
  const waits: number[] = [];
  for (let asked = 0; asked < 60; asked += 1) {
    waits.push((await timed(() => fetch(`${server.address}/healthz`))).ms);
  }
  expect(waits.toSorted((a, b) => a - b)[30]).toBeLessThan(50);
  expect(Math.max(...waits)).toBeLessThan(500);
  expect(isStored).toBe(false);
  // Rows are not lost, they wait.
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  server.other.exec('rollback');
  expect(await lead).toBe(201);
});

test('a lead that waits longer than a visitor would is told to come again', async () => {
  await using server = await startBeside();
  server.other.exec('begin immediate');
  const { result, ms } = await timed(() => insert(server.address, 'leads', makeLead()));
  expect(result.status).toBe(503);
  expect(result.headers.get('retry-after')).toBe('5');
  expect(ms).toBeGreaterThan(5_000);
  expect(ms).toBeLessThan(14_000);
  await expect
    .poll(async () => (await fetch(`${server.address}/readyz`)).status, { timeout: 5_000 })
    .toBe(503);
  server.other.exec('rollback');
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);
});

test('between the short transactions of a command leads are stored', async () => {
  await using server = await startBeside();
  let isOver = false;
  const command = (async () => {
    for (let chunk = 0; chunk < 20; chunk += 1) {
      server.other.exec('begin immediate');
      await pause(40);
      server.other.exec('rollback');
      await pause(20);
    }
    isOver = true;
  })();
  const waits: number[] = [];
  while (!isOver) {
    const { result, ms } = await timed(() => insert(server.address, 'leads', makeLead()));
    expect(result.status).toBe(201);
    waits.push(ms);
  }
  await command;
  expect(waits.length).toBeGreaterThan(7);
  expect(Math.max(...waits)).toBeLessThan(1_500);
});
