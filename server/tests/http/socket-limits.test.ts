import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { makeFolder, postRows, startApp, writeSite } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';

/** Half of the heap that `npm start` allows; one address must not exhaust it. */
const MEMORY_LIMITS = { NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=128' };

const POST_HEAD =
  'POST /rest/v1/jornada HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\nContent-Type: application/json\r\n';

/** Starts a server process with a large page. */
async function startProcess() {
  const folder = makeFolder();
  writeSite(folder.path, { 'site/index.html': `<!doctype html>${'x'.repeat(150_000)}` });
  const env = { DATA_DIR: `${folder.path}/data`, SITE_DIR: `${folder.path}/site`, RATE_LIMIT: '0' };
  const server = await startServer({ ...env, ...MEMORY_LIMITS });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function connectMany(address: string, count: number) {
  const connections = await Promise.all(Array.from({ length: count }, () => connectRaw(address)));
  return Object.assign(connections, {
    [Symbol.dispose]: () => {
      for (const { socket } of connections) socket.destroy();
    },
  });
}

/** Sends to all connections while the server is paused, so that it reads everything at once. */
async function sendTogether(pid: number, connections: RawConnection[], bytes: string) {
  process.kill(pid, 'SIGSTOP');
  // A write passes on to the kernel at once as many bytes as its buffers take.
  for (const { send } of connections) void send(bytes);
  process.kill(pid, 'SIGCONT');
}

const statusOf = ({ response }: RawConnection) => Number(response().slice(9, 12));

/** Events with many short keys, which need far more memory as objects than as JSON. */
const makeWideEvents = () => {
  const keys = Array.from({ length: 190 }, (_, n) => [`k${n}`, n % 10]);
  const payload = Object.fromEntries(keys);
  return JSON.stringify(Array.from({ length: 90 }, () => makeEvent({ name: 'visto', payload })));
};

test('survives 80 large bodies that are completed at the same time', async () => {
  await using server = await startProcess();
  // The body is made before the connections, because the server closes connections that send nothing.
  const body = makeWideEvents();
  const bytes = `${POST_HEAD}Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`;
  using connections = await connectMany(server.address, 80);
  await Promise.all(connections.map(({ send }) => send(bytes)));
  // The bodies exceed the budget before they are complete.
  await expect
    .poll(() => connections.some((connection) => statusOf(connection) === 503))
    .toBe(true);
  await sendTogether(server.pid, connections, ']');
  await expect.poll(() => connections.every(statusOf)).toBe(true);
  const statuses = connections.map(statusOf);
  // Bodies beyond the budget are refused, the others are stored.
  expect(statuses.filter((status) => status === 503).length).toBeLessThan(70);
  for (const { response } of connections) {
    if (response().startsWith('HTTP/1.1 503')) expect(response()).toMatch(/retry-after: 5/i);
  }
  expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
});

test('survives 60 connections with 2,000 requests each and unread answers', async () => {
  await using server = await startProcess();
  using connections = await connectMany(server.address, 60);
  for (const { socket } of connections) socket.pause();
  await sendTogether(server.pid, connections, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000));
  for (let stored = 0; stored < 10; stored += 1) {
    expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  }
});

test('survives 60 bodies sent byte by byte, to a known path or not', async () => {
  await using server = await startProcess();
  const chunks = '1\r\n \r\n'.repeat(250_000);
  const unknown = POST_HEAD.replace('/rest/v1/jornada', '/nowhere').replace(
    /application.json/,
    'text/plain',
  );
  for (const head of [POST_HEAD, unknown]) {
    using connections = await connectMany(server.address, 60);
    const bytes = `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
    await sendTogether(server.pid, connections, bytes);
    await Promise.all(connections.map(({ closed }) => closed));
    expect((await postRows(server.address, 'leads', makeLead())).status).toBe(201);
  }
});

/** Sends requests from an address, each without its last byte. */
async function sendUnfinished(connections: RawConnection[], address: string, bytes: number) {
  const body = `${' '.repeat(bytes - 2)}[]`;
  const head = `${POST_HEAD}X-Forwarded-For: ${address}\r\nContent-Length: ${bytes}\r\n\r\n`;
  await Promise.all(connections.map(({ send }) => send((head + body).slice(0, -1))));
}

test.each([
  ['from three addresses', { TRUST_PROXY: '1' }],
  ['behind a proxy that is not trusted', {}],
])('stores leads and events while 70 unfinished bodies %s hold bytes', async (_case, env) => {
  await using app = await startApp({ env: { RATE_LIMIT: '0', ...env } });
  using connections = await connectMany(app.address, 70);
  await sendUnfinished(connections.slice(0, 31), '203.0.113.1', 262_144);
  await sendUnfinished(connections.slice(31, 62), '203.0.113.2', 262_144);
  await sendUnfinished(connections.slice(62), '203.0.113.3', 34_500);
  await expect
    .poll(() => connections.some((connection) => statusOf(connection) === 503))
    .toBe(true);
  const from = { 'x-forwarded-for': '203.0.113.4' };
  expect((await postRows(app.address, 'leads', makeLead(), from)).status).toBe(201);
  const events = `${' '.repeat(200_000)}[]`;
  expect((await postRows(app.address, 'jornada', events, from)).status).toBe(201);
});

test('stores a lead while 2,250 unread answers hold bytes', async () => {
  const site = { 'index.html': 'x'.repeat(5_000_000) };
  await using app = await startApp({ env: { RATE_LIMIT: '0' }, site });
  using opened = new DisposableStack();
  const makePost = () => {
    const body = JSON.stringify([makeEvent()]).padStart(4_000);
    return `${POST_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const countEvents = () => Number(app.query('select count(*) as n from jornada')[0]?.n);
  for (let group = 1; group <= 10; group += 1) {
    for (const { socket, send } of opened.use(await connectMany(app.address, 75))) {
      socket.pause();
      // The answers to the complete bodies wait behind a page that is not read.
      void send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${makePost()}${makePost()}${makePost()}`);
    }
    // All bodies at once would exceed the budget before their rows are stored.
    await expect.poll(countEvents).toBe(225 * group);
  }
  expect((await postRows(app.address, 'leads', makeLead())).status).toBe(201);
});

test('says in Portuguese what to do when the cookies exceed the limit of headers', async () => {
  await using app = await startApp();
  const response = await fetch(app.address, { headers: { cookie: 'a'.repeat(17_000) } });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    431,
    'text/plain; charset=utf-8',
    'O endereço ou os cookies são grandes demais. Apague os cookies deste site e abra-o de novo.',
  ]);
});

test('answers four pipelined requests', async () => {
  await using app = await startApp({ site: { 'index.html': 'x' } });
  await using connection = await connectRaw(app.address);
  await connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  await expect.poll(() => connection.response().split('HTTP/1.1 200').length).toBe(5);
});

test('closes a connection whose response is not read', async () => {
  const servers: Server[] = [];
  await using app = await startApp({
    site: { 'index.html': 'x'.repeat(20_000_000) },
    timeouts: { headers: 10_000, request: 30_000, interval: 1_000, idle: 400 },
    prepare: ({ server }) => servers.push(server),
  });
  await using connection = await connectRaw(app.address);
  connection.socket.pause();
  await connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const countConnections = () =>
    new Promise((resolve) => servers[0]?.getConnections((_error, open) => resolve(open)));
  expect(await countConnections()).toBe(1);
  await expect.poll(countConnections).toBe(0);
});
