import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { startNpm } from '../../../testkit/start-npm.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { connectRaw } from '../http/raw-connection.ts';

const body = JSON.stringify(makeLead());
const upload =
  'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\n' +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** True if the process has not received a signal yet; a second one of its kind would be lost. Linux only. */
function hasPendingSignal(pid: number): boolean {
  const file = `/proc/${pid}/status`;
  return existsSync(file) && /^ShdPnd:\s*0*[1-9a-f]/m.test(readFileSync(file, 'utf8'));
}

/** Begins an upload, and waits until the server has read its first half. */
async function beginUpload(address: string) {
  const connection = await connectRaw(address);
  await connection.send(upload.slice(0, -20));
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  return connection;
}

/** Sends a signal three times during an upload, completes it, and returns the response. */
async function signalDuringUpload(address: string, pid: number, signal: NodeJS.Signals) {
  await using connection = await beginUpload(address);
  for (let sent = 0; sent < 3; sent += 1) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process may have ended already.
    }
    while (hasPendingSignal(pid)) await turn();
  }
  await connection.send(upload.slice(-20));
  await connection.closed;
  return connection.response();
}

test.concurrent.for(['npm', 'run.mjs'])(
  'finishes an upload and ends all processes when %s gets SIGTERM three times',
  async (target, { expect }) => {
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

test.concurrent('stops with an error when an upload never ends', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path });
  await using _upload = await beginUpload(server.address);
  expect(await server.stop('SIGTERM')).toBe(1);
});
