import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { replaceSeatsSentences, SEATS_PLACEHOLDER } from '@funil/contract/site/seats';
import { expect, test } from 'vitest';
import { makeSiteInfo, startApp } from '../../../testkit/start-app.ts';
import { countSeatHolders } from '../../src/sales/count-seat-holders.ts';
import { openTestStore, STORES, type StoreKind } from '../store/open-test-store.ts';

const HTML = `<p>${replaceSeatsSentences(`Restam ${SEATS_PLACEHOLDER} vagas.`, 'Turma completa')}</p>`;
const SITE = {
  'index.html': HTML,
  'index.html.br': 'of the build',
  'formulario/aplicacao.html': HTML,
  '404.html': HTML,
};
const siteOf = (seats: { total: number; product: string | null }) => ({
  ...SITE,
  'site.json': makeSiteInfo({ seats }),
});

const approval = (state = 'aprovado') =>
  `insert into followups (subject, state, version, changed_by, changed_at)
   values ('application:${randomUUID()}', '${state}', 1, 'ana@escola.test', '2026-11-27T00:00:00.000Z')`;

const sale = (key: string, { state = 'paid', product = 'Mentoria', email = `${key}@x.test` }) => [
  `insert into sales (platform, sale_key, "transaction", state, currency, begun_at, order_id, is_test, candidates, product_name, paid_at)
   values ('kiwify', '${key}', '${key}', '${state}', 'BRL', '2026-11-27T00:00:00.000Z', '${key}', false, 0, '${product}', '2026-11-27T00:00:00.000Z')`,
  `insert into sale_keys (kind, key, platform, sale_key) values ('email', '${email}', 'kiwify', '${key}')`,
];

async function openFor(kind: StoreKind) {
  const opened = await openTestStore(kind);
  await opened.store.isReady();
  const schema = kind === 'SQLite' ? '' : 'funil.';
  const write = (sql: string) =>
    opened.change(sql.replace('insert into ', `insert into ${schema}`));
  // The test closes the store after the app.
  const shared = { ...opened.store, close: async () => {} };
  return Object.assign(opened, { write, shared });
}

const textOf = async (address: string, path = '/') => (await fetch(address + path)).text();

test('shows the number of seats on the page at once, never below zero', async () => {
  await using opened = await openFor('SQLite');
  await using app = await startApp({
    store: opened.shared,
    site: siteOf({ total: 2, product: null }),
  });
  const counted: string[] = [];
  for (const statement of ['', approval('novo'), approval(), approval('comprou'), approval()]) {
    if (statement) await opened.write(statement);
    counted.push(await textOf(app.address));
  }
  expect(counted).toEqual([
    '<p>Restam 2 vagas.</p>',
    '<p>Restam 2 vagas.</p>',
    '<p>Resta 1 vaga.</p>',
    '<p>Turma completa.</p>',
    '<p>Turma completa.</p>',
  ]);
  expect(await textOf(app.address, '/formulario/aplicacao')).toBe('<p>Turma completa.</p>');
  expect(await textOf(app.address, '/nada')).toBe('<p>Turma completa.</p>');
});

test.each(STORES)('%s: a person with a paid sale of the product has a seat', async (kind) => {
  await using opened = await openFor(kind);
  const statements = [
    sale('a', {}),
    sale('b', { email: 'a@x.test' }),
    sale('c', {}),
    sale('d', { state: 'refunded' }),
    sale('e', { product: 'Livro' }),
  ].flat();
  for (const statement of [...statements, approval()]) await opened.write(statement);
  expect(await countSeatHolders(opened.store, 'Mentoria')).toBe(2);
});

test('keeps the ETag while the number stays, in every encoding', async () => {
  await using opened = await openFor('SQLite');
  await using app = await startApp({
    store: opened.shared,
    site: siteOf({ total: 9, product: null }),
  });
  const ask = (headers: Record<string, string>) => fetch(app.address, { headers });
  const first = await ask({ 'accept-encoding': 'br' });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(await first.text()).toBe('<p>Restam 9 vagas.</p>');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const cached = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await ask(cached)).status).toBe(304);
  await opened.write(approval());
  const newAnswer = await ask(cached);
  expect(newAnswer.status).toBe(200);
  expect(await newAnswer.text()).toBe('<p>Restam 8 vagas.</p>');
});

test('sends a page without a place for the number as the build made it', async () => {
  await using app = await startApp({
    site: {
      ...siteOf({ total: 9, product: null }),
      'aviso.html': '<p>Sem número.</p>',
      'aviso.html.gz': gzipSync('<p>Do build.</p>'),
    },
  });
  expect(await textOf(app.address, '/aviso.html')).toBe('<p>Do build.</p>');
});

test('never answers with more seats than were left at the request, while fifty people are approved', async () => {
  await using opened = await openFor('SQLite');
  await using app = await startApp({
    store: opened.shared,
    site: siteOf({ total: 40, product: null }),
  });
  let approved = 0;
  const wrong: string[] = [];
  async function look(): Promise<void> {
    while (approved < 50) {
      const before = approved;
      const text = await textOf(app.address);
      const seats = Number(/\d+/.exec(text)?.[0] ?? 0);
      if (seats > Math.max(0, 40 - before) || seats < 40 - approved)
        wrong.push(`${before} ${text}`);
    }
  }
  async function approve(): Promise<void> {
    for (let count = 0; count < 50; count += 1) {
      await opened.write(approval());
      approved += 1;
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    }
  }
  await Promise.all([approve(), look(), look(), look()]);
  expect(wrong).toEqual([]);
  expect(await textOf(app.address)).toBe('<p>Turma completa.</p>');
});
