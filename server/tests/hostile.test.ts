import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from './rows.ts';
import { insert, startApp } from './start-app.ts';

/** What a connection answers to raw bytes, until the server ends it. */
async function sendRaw(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const IMPATIENT = { headers: 300, request: 600, interval: 100 };

test('a connection that never sends its headers is closed', async () => {
  await using app = await startApp({ timeouts: IMPATIENT });
  expect(await sendRaw(app.address, 'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\n')).toContain(
    ' 408 ',
  );
});

test('a body that never arrives is given up', async () => {
  await using app = await startApp({ timeouts: IMPATIENT });
  const head =
    'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\napikey: anon-local\r\n' +
    'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"nome"';
  const answer = await sendRaw(app.address, head);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect((await insert(app.address, 'leads', makeLead())).status).toBe(201);
});

test.each([
  'GET / HTTP/9.9\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  'POST /rest/v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
])('bytes that are not HTTP get a 4xx and nothing else: %j', async (bytes) => {
  await using app = await startApp();
  const answer = await sendRaw(app.address, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(answer).not.toMatch(/node_modules|at .*\.js/);
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const raw = (row: object, column: string, json: string) =>
  JSON.stringify({ ...row, [column]: '@@' }).replace('"@@"', json);

test.each([
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
])('400 for what a store could not hold (%s)', async (table, body) => {
  await using app = await startApp();
  const answer = await insert(app.address, table, body);
  expect(answer.status).toBe(400);
  const { message } = await answer.json();
  expect(message).not.toMatch(/sqlite|node|zod|stack/i);
  expect(app.query(`select count(*) as n from ${table}`)).toEqual([{ n: 0 }]);
});

test('what looks like SQL is text', async () => {
  await using app = await startApp();
  const nome = `Robert'); drop table leads;--`;
  expect((await insert(app.address, 'leads', makeLead({ nome }))).status).toBe(201);
  expect(app.query('select nome from leads')).toEqual([{ nome }]);
});
