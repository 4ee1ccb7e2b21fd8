import { afterAll, expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { expectProblem } from '../http/expect-problem.ts';

const app = await startApp();
afterAll(() => app[Symbol.asyncDispose]());

test.each([
  ['telefone', { telefone: '(11) 9876-543' }, '23514'],
  ['telefone', { telefone: 11987654321 }, '22P02'],
  ['origem_timestamp', { origem_timestamp: undefined }, '22P02'],
  ['botoes_clicados', { botoes_clicados: [{ botao: 'x' }] }, '22P02'],
])('answers 400 with the column when %s breaks a rule: %j', async (column, change, code) => {
  const response = await postRows(app.address, 'leads', makeLead(change));
  expect((await response.clone().json()).message).toContain(`"${column}"`);
  await expectProblem(response, 400, code);
  expect(app.query('select count(*) as n from leads')).toEqual([{ n: 0 }]);
});

test('answers 400 and stores nothing when one row of a batch is wrong', async () => {
  const response = await postRows(app.address, 'jornada', [
    makeEvent(),
    makeEvent({ name: 'No!' }),
  ]);
  expect(response.status).toBe(400);
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 0 }]);
});

test('answers 400 to an unknown column', async () => {
  await expectProblem(await postRows(app.address, 'leads', makeLead({ id: 7 })), 400, 'PGRST204');
});

test('answers 400 when the body is not a row', async () => {
  for (const body of ['{', '', 'null', '7', '"text"', '[[]]', '{"__proto__":{"a":1}}', '\ufeff[']) {
    await expectProblem(await postRows(app.address, 'leads', body), 400, 'PGRST102');
  }
  const notUtf8 = await fetch(`${app.address}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: 'anon-local', 'content-type': 'application/json' },
    body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  });
  await expectProblem(notUtf8, 400, 'PGRST102');
});

test('answers 400 to an idempotency key that is not a UUID or comes with several leads', async () => {
  const malformed = await postRows(app.address, 'leads', makeLead(), { 'idempotency-key': '1' });
  await expectProblem(malformed, 400, '22P02');
  const key = { 'idempotency-key': 'a3bb189e-8bf9-4c58-9f3e-0123456789ab' };
  const several = await postRows(app.address, 'leads', [makeLead(), makeLead()], key);
  await expectProblem(several, 400, 'PGRST102');
});

test('answers 401 without the public key or with a wrong one', async () => {
  const send = (apikey: string) => postRows(app.address, 'leads', makeLead(), { apikey });
  await expectProblem(await send(''), 401, 'PGRST302');
  await expectProblem(await send('other'), 401, 'PGRST301');
  // This key is as long as the right one.
  await expectProblem(await send('anon-other'), 401, 'PGRST301');
});

test('answers 401 when a client asks for stored rows or changes', async () => {
  for (const prefer of ['return=representation', 'resolution=merge-duplicates']) {
    await expectProblem(await postRows(app.address, 'leads', makeLead(), { prefer }), 401, '42501');
  }
  await expectProblem(await postRows(app.address, 'leads?select=*', makeLead()), 401, '42501');
  await expectProblem(
    await postRows(app.address, 'leads?on_conflict=id', makeLead()),
    401,
    '42501',
  );
});

test('answers 404 for an unknown table', async () => {
  for (const table of ['users', 'leads/1', 'sqlite_master', '']) {
    await expectProblem(await postRows(app.address, table, makeLead()), 404, 'PGRST205');
  }
});

test('answers 405 for every method but POST', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await fetch(`${app.address}/rest/v1/leads`, {
      method,
      headers: { apikey: 'anon-local' },
    });
    expect(response.headers.get('allow')).toBe('POST');
    await expectProblem(response, 405, 'PGRST117');
  }
});

test('answers 413 when the body is too large, or has more than 100 events', async () => {
  const lead = makeLead({ nome: 'x'.repeat(70_000) });
  await expectProblem(await postRows(app.address, 'leads', lead), 413, '54000');
  const event = makeEvent({ payload: { text: 'x'.repeat(70_000) } });
  expect((await postRows(app.address, 'jornada', event)).status).toBe(400);
  const events = Array.from({ length: 70 }, () => event);
  await expectProblem(await postRows(app.address, 'jornada', events), 413, '54000');
  const many = Array.from({ length: 101 }, () => makeEvent());
  await expectProblem(await postRows(app.address, 'jornada', many), 413, '54000');
});

test('answers 415 when the body is not JSON', async () => {
  const csv = { 'content-type': 'text/csv' };
  await expectProblem(await postRows(app.address, 'leads', 'nome', csv), 415, 'PGRST107');
});
