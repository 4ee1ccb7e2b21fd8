import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { startNpm } from '../../testkit/start-npm.ts';
import { startServer } from '../../testkit/start-process.ts';
import { connectRaw } from './raw-connection.ts';

const body = JSON.stringify(makeLead());
const upload =
  'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends a signal three times during an upload, completes it, and returns the response. */
async function signalDuringUpload(address: string, pid: number, signal: NodeJS.Signals) {
  await using connection = await connectRaw(address);
  await connection.send(upload.slice(0, -20));
  // Once this is answered, the server has read the first half.
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  for (let sent = 0; sent < 3; sent += 1) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process may have ended already.
    }
    await pause(150);
  }
  await connection.send(upload.slice(-20));
  await connection.closed;
  return connection.response();
}

test.concurrent.for(['npm', 'its shell', 'run.mjs', 'the server'])(
  'finishes an upload and ends all processes within 10 s when %s gets SIGTERM three times',
  async (target, { expect }) => {
    // Child processes can be looked up on Linux only.
    if (!existsSync('/proc/self/stat')) return;
    using folder = makeFolder();
    using started = await startNpm({ DATA_DIR: folder.path });
    const [npm = 0, ...others] = started.pids;
    const server = others.at(-1) ?? 0;
    const runner = others.at(-2) ?? 0;
    const pids: Record<string, number> = { npm, 'its shell': others[0] ?? 0, 'run.mjs': runner };
    const response = await signalDuringUpload(started.address, pids[target] ?? server, 'SIGTERM');
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    await expect.poll(started.listRunning).toEqual([]);
    using database = new DatabaseSync(`${folder.path}/funil.db`, { readOnly: true });
    expect(database.prepare('select count(*) as n from leads').get()).toEqual({ n: 1 });
  },
);

test.concurrent('finishes an upload when Ctrl-C reaches the server several times', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path });
  const response = await signalDuringUpload(server.address, server.pid, 'SIGINT');
  expect(response).toMatch(/^HTTP\/1\.1 201 /);
});

test.concurrent('stops within 10 s when an upload never ends', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path });
  await using connection = await connectRaw(server.address);
  await connection.send(upload.slice(0, -20));
  const start = performance.now();
  await server.stop('SIGTERM');
  expect(performance.now() - start).toBeLessThan(10_000);
});
