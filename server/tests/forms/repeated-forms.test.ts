import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { openTestStore, STORES } from '../store/open-test-store.ts';
import { APPLICATION, followToCheckout, LEAD, post, startForms } from './start-forms.ts';

async function startOn(kind: (typeof STORES)[number]) {
  const opened = await openTestStore(kind);
  const app = await startForms({ store: { ...opened.store, close: async () => {} } });
  return {
    ...{ address: app.address, query: opened.query, change: opened.change },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const TABLE = { SQLite: 'leads', PostgreSQL: 'public.leads' };
/** Makes every row eleven minutes old. */
const AGE = {
  SQLite: "update leads set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-11 minutes')",
  PostgreSQL: "update public.leads set created_at = created_at - interval '11 minutes'",
};

describe.each(STORES)('on %s', (kind) => {
  test('stores one row when a lead is sent often and written differently, and answers with its key', async () => {
    await using app = await startOn(kind);
    const ways = ['11987654321', '(11) 98765-4321', '+55 11 98765 4321', '11987654321'];
    const responses = await Promise.all(
      ways.map((telefone) => post(app.address, 'lead', { ...LEAD, telefone })),
    );
    const again = await post(app.address, 'lead', { ...LEAD, nome: 'ana  souza' });
    const places = [...responses, again].map(({ headers }) => headers.get('location'));
    expect(new Set(places).size).toBe(1);
    const rows = await app.query(`select idempotency_key from ${TABLE[kind]}`);
    expect(rows).toHaveLength(1);
    const checkout = await followToCheckout(app.address, again);
    const reference = String(rows[0]?.idempotency_key).replaceAll('-', '');
    expect(checkout.searchParams.get('ref')).toBe(reference);
  });

  test('stores another lead after ten minutes, or at once under another name', async () => {
    await using app = await startOn(kind);
    await post(app.address, 'lead', LEAD);
    await post(app.address, 'lead', { ...LEAD, nome: 'Bia Lima' });
    await app.change(AGE[kind]);
    await post(app.address, 'lead', LEAD);
    await post(app.address, 'lead', LEAD);
    const names = await app.query(`select nome from ${TABLE[kind]} order by id`);
    expect(names.map(({ nome }) => nome)).toEqual(['Ana Souza', 'Bia Lima', 'Ana Souza']);
  });

  test('stores one lead when a script saves it before or after the form', async () => {
    await using app = await startOn(kind);
    const key = randomUUID();
    const fields = { nome: 'Ana Souza', telefone: '(11) 98765-4321' };
    await postRows(app.address, 'leads', makeLead(fields), { 'idempotency-key': key });
    const repeated = await post(app.address, 'lead', LEAD);
    const checkout = await followToCheckout(app.address, repeated);
    expect(checkout.searchParams.get('ref')).toBe(key.replaceAll('-', ''));

    await post(app.address, 'lead', { ...LEAD, nome: 'Bia Lima' });
    const bia = makeLead({ ...fields, nome: 'Bia Lima' });
    const saved = await postRows(app.address, 'leads', bia, { 'idempotency-key': randomUUID() });
    expect(saved.status).toBe(201);
    const names = await app.query(`select nome from ${TABLE[kind]} order by id`);
    expect(names).toEqual([{ nome: 'Ana Souza' }, { nome: 'Bia Lima' }]);
  });

  test('stores a changed application as a further row of its id, and stores no repeat', async () => {
    await using app = await startOn(kind);
    const send = (cidade: string) => post(app.address, 'aplicacao', { ...APPLICATION, cidade });
    await Promise.all([send('Recife'), send('Recife')]);
    await send('Natal');
    await send('Natal');
    await send('Recife');
    const rows = await app.query('select id, respostas from applications order by created_at');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect(rows.map(({ respostas }) => JSON.stringify(respostas).replace(/\W/g, ''))).toEqual([
      ...['cidadeRecife', 'cidadeNatal', 'cidadeRecife'],
    ]);
  });

  test('adds no row to an application that a script sent with the same words', async () => {
    await using app = await startOn(kind);
    const words = { nome: 'Ana Souza', email: 'ana@souza.com.br', whatsapp: '+55 (11) 98765-4321' };
    const empty = { instagram: '', empresa: '', cargo: '', faturamento: '', cronograma: '' };
    const row = makeApplication({ ...words, ...empty, principais_desafios: '' });
    await postRows(app.address, 'applications', { ...row, respostas: { cidade: 'Recife' } });
    await post(app.address, 'aplicacao', APPLICATION);
    expect(await app.query('select id from applications')).toEqual([{ id: row.id }]);
    await post(app.address, 'aplicacao', { ...APPLICATION, cidade: 'Natal' });
    expect(await app.query('select id from applications')).toEqual([
      { id: row.id },
      { id: row.id },
    ]);
  });
});
