import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder, startApp, writeSite } from '../../testkit/start-app.ts';
import { startServer } from '../../testkit/start-process.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';

/** The memory limits of `npm start`, which one address must not exhaust. */
const MEMORY = { NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=128' };

const POST =
  'POST /rest/v1/jornada HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\nContent-Type: application/json\r\n';

/** Starts a server process with a large page. */
async function startProcess() {
  const folder = makeFolder();
  writeSite(folder.path, { 'site/index.html': `<!doctype html>${'x'.repeat(150_000)}` });
  const env = { DATA_DIR: `${folder.path}/data`, SITE_DIR: `${folder.path}/site`, RATE_LIMIT: '0' };
  const server = await startServer({ ...env, ...MEMORY });
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
  for (const { send } of connections) void send(bytes);
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(pid, 'SIGCONT');
}

const statusOf = ({ response }: RawConnection) => Number(response().slice(9, 12));

/** Events with many short keys, which need far more memory as objects than as JSON. */
const makeWideEvents = () => {
  const keys = Array.from({ length: 190 }, (_, n) => [`k${n}`, n % 10]);
  const payload = Object.fromEntries(keys);
  return JSON.stringify(Array.from({ length: 90 }, () => makeEvent({ name: 'visto', payload })));
};

test('survives 65 large bodies that are completed at the same time', async () => {
  await using server = await startProcess();
  using connections = await connectMany(server.address, 65);
  const all = connections.map(() => {
    const body = makeWideEvents();
    return `${POST}Content-Length: ${body.length}\r\n\r\n${body}`;
  });
  await Promise.all(connections.map(({ send }, n) => send(all[n]?.slice(0, -1) ?? '')));
  await sendTogether(server.pid, connections, ']');
  await expect.poll(() => connections.every(statusOf), { timeout: 20_000 }).toBe(true);
  const statuses = connections.map(statusOf);
  // Bodies beyond the budget are refused, the others are stored.
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 503).length).toBeLessThan(60);
  for (const { response } of connections) {
    if (response().startsWith('HTTP/1.1 503')) expect(response()).toMatch(/retry-after: 5/i);
  }
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);
});

test('survives 60 connections with 2,000 requests each and unread answers', async () => {
  await using server = await startProcess();
  using connections = await connectMany(server.address, 60);
  for (const { socket } of connections) socket.pause();
  await sendTogether(server.pid, connections, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000));
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);
  }
});

test.each([
  ['/rest/v1/jornada', 'application/json'],
  ['/nowhere', 'text/plain'],
])('survives 60 bodies sent byte by byte to %s as %s', async (path, type) => {
  await using server = await startProcess();
  using connections = await connectMany(server.address, 60);
  const chunks = '1\r\n \r\n'.repeat(250_000);
  const head = POST.replace('/rest/v1/jornada', path).replace('application/json', type);
  await sendTogether(server.pid, connections, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
  await Promise.all(connections.map(({ closed }) => closed));
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);
});

test('accepts other addresses while one address sends many unfinished bodies', async () => {
  await using app = await startApp({ env: { TRUST_PROXY: '1', RATE_LIMIT: '0' } });
  using connections = await connectMany(app.address, 60);
  const body = `${' '.repeat(200_000)}[]`;
  const head = `${POST}X-Forwarded-For: 203.0.113.1\r\nContent-Length: ${body.length}\r\n\r\n`;
  await Promise.all(connections.map(({ send }) => send((head + body).slice(0, -1))));
  await expect.poll(() => connections.some((one) => statusOf(one) === 503)).toBe(true);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const same = await insert(app.address, 'jornada', body, from('203.0.113.1'));
  expect(same.status).toBe(503);
  const other = await insert(app.address, 'jornada', body, from('203.0.113.2'));
  expect(other.status).toBe(201);
});

test('releases the budget of answers queued on a closed connection', async () => {
  const site = { 'index.html': 'x'.repeat(5_000_000) };
  await using app = await startApp({ env: { RATE_LIMIT: '0' }, site });
  const body = `${' '.repeat(200_000)}[]`;
  const post = `${POST}Content-Length: ${body.length}\r\n\r\n${body}`;
  const insertOne = async () => (await insert(app.address, 'jornada', body)).status;
  {
    using connections = await connectMany(app.address, 150);
    for (const { socket } of connections) socket.pause();
    // The response to the unfinished body waits behind a page that is not read.
    for (const { send } of connections) {
      void send(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${post.slice(0, -1)}`);
    }
    await expect.poll(insertOne, { timeout: 5_000 }).toBe(503);
  }
  await expect.poll(insertOne, { timeout: 5_000 }).toBe(201);
});

test('answers four pipelined requests', async () => {
  await using app = await startApp({ site: { 'index.html': 'x' } });
  await using connection = await connectRaw(app.address);
  await connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  await expect.poll(() => connection.response().split('HTTP/1.1 200').length).toBe(5);
});

test('replaces an idle connection when an address opens too many', async () => {
  await using app = await startApp();
  using connections = await connectMany(app.address, 1_000);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
  await expect.poll(() => connections.filter(({ socket }) => socket.destroyed).length).toBe(1);
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
  const count = () =>
    new Promise((resolve) => servers[0]?.getConnections((_error, open) => resolve(open)));
  expect(await count()).toBe(1);
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
});
