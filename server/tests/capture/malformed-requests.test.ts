import { afterAll, expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { connectRaw } from '../http/raw-connection.ts';

const app = await startApp();
afterAll(() => app[Symbol.asyncDispose]());

/** Sends raw bytes, and returns the response when the server closes the connection. */
async function sendRaw(address: string, text: string): Promise<string> {
  await using connection = await connectRaw(address);
  await connection.send(text);
  await connection.closed;
  return connection.response();
}

test('closes a connection that never completes its headers or its body', async () => {
  const timeouts = { headers: 300, request: 600, interval: 100, idle: 5_000 };
  await using impatientApp = await startApp({ timeouts });
  const head = 'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\n';
  expect(await sendRaw(impatientApp.address, head)).toContain(' 408 ');
  const body =
    'apikey: anon-local\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"nome"';
  expect(await sendRaw(impatientApp.address, head + body)).toMatch(/^HTTP\/1\.1 4\d\d/);
  const insertLead = async () => (await postRows(impatientApp.address, 'leads', makeLead())).status;
  await expect.poll(insertLead).toBe(201);
});

test.each([
  'GET / HTTP/9.9\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
])('answers 4xx without internals to bytes that are not HTTP: %j', async (bytes) => {
  const response = await sendRaw(app.address, bytes);
  expect(response).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(response).not.toMatch(/node_modules|at .*\.js/);
});

const lead = JSON.stringify(makeLead());
const captureHead = `POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\nContent-Type: application/json\r\nConnection: close\r\n`;

const get = (target: string, header = '') =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n`;
const chunked = `${captureHead}Transfer-Encoding: chunked\r\n\r\n`;

test.each([
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['a path with two slashes', get('//evil.example/'), 503],
  ['NUL in the path', get('/%00'), 503],
  ['an absolute URL', get('http://evil.example/'), 503],
  ['ranges', get('/healthz', 'Range: bytes=0-0,1-1\r\n'), 200],
  ['OPTIONS of everything', get('*').replace('GET', 'OPTIONS'), 404],
  ['an expectation', get('/healthz', 'Expect: riches\r\n'), 417],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two lengths', `${captureHead}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['an unknown encoding', `${captureHead}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  ['two encodings', `${captureHead}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
  ['an endless chunk', `${chunked}ffffffffffffffff1\r\n`, 400],
  ['a long extension', `${chunked}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, 400],
  ['a chunked body too large', `${chunked}11170\r\n${' '.repeat(70_000)}\r\n0\r\n\r\n`, 413],
  ['a length too large', `${captureHead}Content-Length: 99999999999\r\n\r\n{`, 413],
  ['no body', `${captureHead}Content-Length: 0\r\n\r\n`, 400],
  ['a chunked lead', `${chunked}${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`, 201],
])('answers an unusual request: %s', async (_name, bytes, status) => {
  const response = await sendRaw(app.address, bytes);
  expect(Number(response.slice(9, 12))).toBe(status);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
});

test('accepts a body after 100 Continue', async () => {
  const text = `${captureHead}Expect: 100-continue\r\nContent-Length: ${lead.length}\r\n\r\n${lead}`;
  const response = await sendRaw(app.address, text);
  expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test.each([
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
])('refuses to be a proxy or to upgrade: %j', async (bytes) => {
  expect(await sendRaw(app.address, bytes)).not.toMatch(/^HTTP\/1\.1 (101|200)/);
  expect((await fetch(`${app.address}/healthz`)).status).toBe(200);
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const raw = (row: object, column: string, json: string) =>
  JSON.stringify({ ...row, [column]: '@@' }).replace('"@@"', json);

const UNSTORABLE = [
  ['leads', raw(makeLead(), 'nome', '"Ana\\u0000Bia"')],
  ['leads', raw(makeLead(), 'nome', '"Ana\\ud800Bia"')],
  ['leads', raw(makeLead(), 'utm_term', '"\\udfff"')],
  ['leads', raw(makeLead(), 'tempo_jornada_segundos', '1e400')],
  ['leads', raw(makeLead(), 'tempo_jornada_segundos', '99999999999999999999')],
  ['leads', raw(makeLead(), 'tempo_jornada_segundos', '"1"')],
  ['leads', raw(makeLead(), 'botoes_clicados', nested(20_000))],
  ['leads', raw(makeLead(), '__proto__', '{"isAdmin":true}')],
  ['leads', raw(makeLead(), 'constructor', '{"prototype":{}}')],
  ['leads', raw(makeLead(), 'created_at', '"2020-01-01T00:00:00Z"')],
  ['leads', nested(30_000)],
  ['leads', '['.repeat(60_000)],
  ['jornada', raw(makeEvent(), 'payload', `{"a":${nested(20_000)}}`)],
  ['jornada', raw(makeEvent(), 'payload', '{"a\\u0000":1}')],
  ['jornada', raw(makeEvent(), 'payload', '{"a":"\\ud800"}')],
  ['jornada', raw(makeEvent(), 'payload', '{"__proto__":{"a":1}}')],
  ['jornada', raw(makeEvent(), 'occurred_at', '"2026-02-30T00:00:00Z"')],
  ['jornada', raw(makeEvent(), 'occurred_at', '"0000-01-01T00:00:00Z"')],
] as const;

test('answers 400 to values that no store can represent', async () => {
  const count = (table: string) => app.query(`select count(*) as n from ${table}`);
  const before = [count('leads'), count('jornada')];
  for (const [table, body] of UNSTORABLE) {
    const response = await postRows(app.address, table, body);
    expect([response.status, body.slice(0, 200)]).toEqual([400, body.slice(0, 200)]);
    const { message } = await response.json();
    expect(message).not.toMatch(/sqlite|node|zod|stack/i);
  }
  expect([count('leads'), count('jornada')]).toEqual(before);
});
