import { expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, startApp } from '../../testkit/start-app.ts';
import { expectProblem } from './expect-problem.ts';

test.each([
  ['nome', { nome: ' A ' }, '23514'],
  ['nome', { nome: 'x'.repeat(201) }, '23514'],
  ['telefone', { telefone: '(11) 9876-543' }, '23514'],
  ['telefone', { telefone: 11987654321 }, '22P02'],
  ['utm_source', { utm_source: null }, '22P02'],
  ['utm_term', { utm_term: 'x'.repeat(256) }, '23514'],
  ['botoes_clicados', { botoes_clicados: '[]' }, '22P02'],
  ['botoes_clicados', { botoes_clicados: [{ botao: 'x' }] }, '22P02'],
  ['tempo_jornada_segundos', { tempo_jornada_segundos: 1.5 }, '22P02'],
  ['tempo_jornada_segundos', { tempo_jornada_segundos: -1 }, '23514'],
  ['paginas_visitadas', { paginas_visitadas: 3e9 }, '23514'],
  ['origem_timestamp', { origem_timestamp: 'ontem' }, '23514'],
  ['origem_timestamp', { origem_timestamp: undefined }, '22P02'],
])('400 for a lead with a wrong %s: %j', async (column, change, code) => {
  await using app = await startApp();
  const answer = await insert(app.address, 'leads', makeLead(change));
  expect((await answer.clone().json()).message).toContain(`"${column}"`);
  await expectProblem(answer, 400, code);
  expect(app.query('select count(*) as n from leads')).toEqual([{ n: 0 }]);
});

test.each([
  ['applications', makeApplication({ faturamento: '1M+' })],
  ['applications', makeApplication({ cronograma: '' })],
  ['applications', makeApplication({ principais_desafios: '  curto  ' })],
  ['applications', makeApplication({ email: 'joao@exemplo' })],
  ['application_drafts', makeDraft({ whatsapp: '+55 (21)' })],
  ['application_drafts', makeDraft({ instagram: 'joao' })],
  ['application_drafts', makeDraft({ id: 'not-a-uuid' })],
  ['jornada', makeEvent({ name: 'Section View' })],
  ['jornada', makeEvent({ session_id: '' })],
  ['jornada', makeEvent({ payload: { a: { b: { c: { d: { e: 1 } } } } } })],
  ['jornada', makeEvent({ payload: { text: 'x'.repeat(5000) } })],
])('400 for a row that breaks a rule of %s', async (table, row) => {
  await using app = await startApp();
  expect((await insert(app.address, table, row)).status).toBe(400);
});

test('400 for a column that the table has not', async () => {
  await using app = await startApp();
  await expectProblem(await insert(app.address, 'leads', makeLead({ id: 7 })), 400, 'PGRST204');
});

test.each(['{', '', 'null', '7', '"text"', '[[]]', '{"__proto__":{"a":1}}', '\u{feff}['])(
  '400 for a body that is no row: %s',
  async (body) => {
    await using app = await startApp();
    await expectProblem(await insert(app.address, 'leads', body), 400, 'PGRST102');
  },
);

test('400 for bytes that are not UTF-8', async () => {
  await using app = await startApp();
  const answer = await fetch(`${app.address}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: 'anon-local', 'content-type': 'application/json' },
    body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  });
  await expectProblem(answer, 400, 'PGRST102');
});

test('400 for an idempotency key that is no UUID, and for one on several leads', async () => {
  await using app = await startApp();
  const malformed = await insert(app.address, 'leads', makeLead(), { 'idempotency-key': '1' });
  await expectProblem(malformed, 400, '22P02');
  const key = { 'idempotency-key': 'a3bb189e-8bf9-4c58-9f3e-0123456789ab' };
  const several = await insert(app.address, 'leads', [makeLead(), makeLead()], key);
  await expectProblem(several, 400, 'PGRST102');
});

test('401 without the public key, and with a wrong one', async () => {
  await using app = await startApp();
  await expectProblem(
    await insert(app.address, 'leads', makeLead(), { apikey: '' }),
    401,
    'PGRST302',
  );
  await expectProblem(
    await insert(app.address, 'leads', makeLead(), { apikey: 'other' }),
    401,
    'PGRST301',
  );
});

test('401 for asking for rows back, and for changing rows', async () => {
  await using app = await startApp();
  for (const prefer of ['return=representation', 'resolution=merge-duplicates']) {
    await expectProblem(await insert(app.address, 'leads', makeLead(), { prefer }), 401, '42501');
  }
  await expectProblem(await insert(app.address, 'leads?select=*', makeLead()), 401, '42501');
  await expectProblem(await insert(app.address, 'leads?on_conflict=id', makeLead()), 401, '42501');
});

test('404 for a table that is not there', async () => {
  await using app = await startApp();
  for (const table of ['users', 'leads/1', 'sqlite_master', '']) {
    await expectProblem(await insert(app.address, table, makeLead()), 404, 'PGRST205');
  }
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('405 for %s on a table', async (method) => {
  await using app = await startApp();
  const answer = await fetch(`${app.address}/rest/v1/leads`, {
    method,
    headers: { apikey: 'anon-local' },
  });
  expect(answer.headers.get('allow')).toBe('POST');
  await expectProblem(answer, 405, 'PGRST117');
});

test('413 for a body that is too large', async () => {
  await using app = await startApp();
  const lead = makeLead({ nome: 'x'.repeat(70_000) });
  await expectProblem(await insert(app.address, 'leads', lead), 413, '54000');
  const event = makeEvent({ payload: { text: 'x'.repeat(70_000) } });
  expect((await insert(app.address, 'jornada', event)).status).toBe(400);
  const events = Array.from({ length: 70 }, () => event);
  await expectProblem(await insert(app.address, 'jornada', events), 413, '54000');
});

test('413 for more than 100 events', async () => {
  await using app = await startApp();
  const events = Array.from({ length: 101 }, () => makeEvent());
  await expectProblem(await insert(app.address, 'jornada', events), 413, '54000');
});

test('415 for a body that is not JSON', async () => {
  await using app = await startApp();
  const csv = { 'content-type': 'text/csv' };
  await expectProblem(await insert(app.address, 'leads', 'nome', csv), 415, 'PGRST107');
});
