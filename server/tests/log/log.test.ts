import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { runFile, startServer } from '../../../testkit/start-process.ts';

/** Makes a process of Node throw, outside every request, on SIGUSR2. */
const CRASH_ON_SIGNAL = `--import data:text/javascript,process.on('SIGUSR2',()=>{throw(Error())})`;

const linesOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test.each(['SIGTERM', 'SIGUSR2'] as const)(
  'writes the last lines when %s ends the server',
  async (signal) => {
    using folder = makeFolder();
    await using server = await startServer({
      DATA_DIR: folder.path,
      NODE_OPTIONS: CRASH_ON_SIGNAL,
    });
    for (let sent = 0; sent < 20; sent += 1) await fetch(`${server.address}/healthz`);
    await server.stop(signal);
    const requests = linesOf(server.output.stderr).filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(20);
    expect(requests.at(-1)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: 'req-k',
      method: 'GET',
      route: '/healthz',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    });
  },
);

test('prints the address, but no lines about requests, in a terminal', async () => {
  using folder = makeFolder();
  const runInTerminal = `for part; do line="$line '$part'"; done; exec script -qec "$line" /dev/null`;
  const terminalCommand = ['sh', '-c', runInTerminal, 'sh'];
  await using server = await startServer({ DATA_DIR: folder.path }, terminalCommand);
  await fetch(`${server.address}/healthz`);
  await server.stop();
  expect(server.output.stdout).toContain('Funil em http://');
  expect(server.output.stdout).not.toContain('"info"');
});

test('writes the lines logged before a failed start', async () => {
  using folder = makeFolder();
  const site = join(folder.path, 'site');
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), 'A page without a site.json.');
  await using portHolder = await startReceiver();
  const env = { DATA_DIR: folder.path, SITE_DIR: site, PORT: String(portHolder.port) };
  const { code, stderr } = await runFile('main.ts', [], env);
  expect(code).toBe(1);
  expect(linesOf(stderr)).toMatchObject([{ level: 'warn' }]);
});

test('keeps serving when the log’s disk is full or the log’s reader has closed the pipe', async () => {
  using folder = makeFolder();
  await using fullDiskServer = await startServer({ DATA_DIR: folder.path }, [
    'sh',
    '-c',
    'exec "$@" 2>/dev/full',
    'sh',
  ]);
  using otherFolder = makeFolder();
  await using closedLogServer = await startServer({ DATA_DIR: otherFolder.path });
  closedLogServer.closeLog();
  for (const server of [fullDiskServer, closedLogServer]) {
    for (let sent = 0; sent < 300; sent += 1) await fetch(`${server.address}/healthz`);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }
});
