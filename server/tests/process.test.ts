import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { findPort } from '../../testkit/find-port.ts';
import { makeLead } from '../../testkit/rows.ts';
import { makeFolder, postRows } from '../../testkit/start-app.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';

function readKeys(folder: string): Set<unknown> {
  using database = new DatabaseSync(`${folder}/funil.db`, { readOnly: true });
  const rows = database.prepare('select idempotency_key from leads').all();
  return new Set(rows.map((row) => row.idempotency_key));
}

/** Sends leads from several clients until the server stops. Returns the acknowledged keys. */
function sendLeads(address: string, clients: number) {
  const acknowledged: string[] = [];
  async function send() {
    for (;;) {
      const key = randomUUID();
      try {
        const response = await postRows(address, 'leads', makeLead(), { 'idempotency-key': key });
        if (response.status === 201) acknowledged.push(key);
        else return;
      } catch {
        // The server has stopped: this lead may or may not be stored.
        return;
      }
    }
  }
  return { acknowledged, ended: Promise.all(Array.from({ length: clients }, send)) };
}

test('prints one line with its address, and explains a port in use', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path });
  expect(server.output.stdout).toMatch(/^[^\n]*http:\/\/127\.0\.0\.1:\d+[^\n]*\n$/);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  const port = new URL(server.address).port;
  using other = makeFolder();
  const env = { DATA_DIR: other.path };
  for (const name of ['PORT', 'METRICS_PORT']) {
    expect(await runFile('main.ts', [], { ...env, [name]: port })).toEqual({
      code: 1,
      stdout: '',
      stderr: `A porta ${port} já está em uso. Pare o programa que a usa, ou escolha outra em ${name}, no .env.\n`,
    });
  }
});

test('loses no acknowledged lead when killed under load', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path, RATE_LIMIT: '0' });
  const { acknowledged, ended } = sendLeads(server.address, 32);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(500);
  await server.stop('SIGKILL');
  await ended;

  await using again = await startServer({ DATA_DIR: folder.path });
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200);
  const stored = readKeys(folder.path);
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
});

/** Node's option that makes a process log the npm packages that its main thread loads. */
const LOG_PACKAGES = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    registerHooks({
      load(url, context, load) {
        const name = url.split('/node_modules/')[1]?.split('/')[0];
        if (name) process.stderr.write('loads ' + name + '\\n');
        return load(url, context);
      },
    });
  }
`)}`;

test('loads no query builder in the main thread, and stops while a connection is unused', async () => {
  using folder = makeFolder();
  await using server = await startServer({ DATA_DIR: folder.path, NODE_OPTIONS: LOG_PACKAGES });
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  await once(socket, 'connect');
  expect(await server.stop('SIGTERM')).toBe(0);
  socket.destroy();
  const lines = server.output.stderr.split('\n');
  expect(lines).toContain('loads fastify');
  for (const name of ['kysely', 'standardwebhooks', 'pg'])
    expect(lines).not.toContain(`loads ${name}`);
});

test('serves metrics on their own loopback port, without personal data', async () => {
  using folder = makeFolder();
  const port = String(await findPort());
  await using server = await startServer({ DATA_DIR: folder.path, METRICS_PORT: port });
  await postRows(server.address, 'leads', makeLead());
  await fetch(`${server.address}/?email=ana@exemplo.com`);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain(
    'funil_http_requests_total{method="POST",route="/rest/v1/leads",status="201"} 1',
  );
  expect(text).toMatch(/funil_http_request_duration_seconds_count\{route="\/rest\/v1\/leads"\} 1/);
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toMatch(/Maria|ana@/);
  expect((await fetch(`${server.address}/metrics`)).status).not.toBe(200);
  expect(await server.stop()).toBe(0);
});

/** Returns Node's option that sends SIGTERM to the process while its nth server, from 1, begins to listen. */
const stopAtListen = (ordinal: number) =>
  `--import data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  let servers = 0;
  Server.prototype.listen = function (...args) {
    servers += 1;
    if (servers !== ${ordinal}) return listen.apply(this, args);
    process.once('SIGTERM', () => setImmediate(() => listen.apply(this, args)));
    process.kill(process.pid, 'SIGTERM');
    return this;
  };
`)}`;

test.each([
  ['metrics', 1],
  ['the page', 2],
])(
  'exits without an error when a signal comes while %s begins to listen',
  async (_name, ordinal) => {
    using folder = makeFolder();
    const env = { DATA_DIR: folder.path, PORT: '0', CONSOLE_PORT: '0' };
    const metrics = { METRICS_PORT: String(await findPort()), NODE_OPTIONS: stopAtListen(ordinal) };
    const { code, stderr } = await runFile('main.ts', [], { ...env, ...metrics });
    expect(stderr).not.toContain('Error');
    expect(code).toBe(0);
  },
);
