import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testkit/start-app.ts';
import { beginErasing } from '../../src/contacts/erasing-people.ts';
import { importInput } from '../../src/imports/import-input.ts';
import { undoDeadImport } from '../../src/imports/undo-import.ts';
import { cleanUpDeadImports } from '../../src/imports/uploads.ts';
import { takeLease } from '../../src/store/lease.ts';
import { findNewLeads } from '../../src/today/today.ts';
import { notice, sampleText, send, startSales } from '../sales/start-sales.ts';
import { STORES, type StoreKind } from '../store/open-test-store.ts';
import { importFiles } from './import-files.ts';

async function open(kind: StoreKind = 'SQLite', { hasUpdater = false } = {}) {
  const sales = await startSales(kind, { hasUpdater });
  const database = await sales.open();
  return {
    ...sales,
    ...importFiles(database),
    database,
    listSales: () =>
      sales.query(
        'select "transaction" as code, state, cast(value_cents as integer) as value, cast(net_cents as integer) as net, source, buyer_name as name from funil.sales order by 1',
      ),
    listLeads: () =>
      sales.query('select nome, telefone, email, utm_source from leads order by nome'),
    listImports: () =>
      sales.query(
        'select state, cast(new_rows as integer) as new, failure from funil.imports order by id',
      ),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await sales[Symbol.asyncDispose]();
    },
  };
}

const counts = (added: number, known: number, changed: number, refused: number) => ({
  new: added,
  known,
  changed,
  refused,
});

const HOTMART_TITLES =
  'Código da transação;Status da transação;Data da transação;Produto;Valor de compra sem impostos;Faturamento líquido do(a) Produtor(a);Comprador(a);Email do(a) Comprador(a);Telefone';
const hotmart = (...rows: string[]) => [HOTMART_TITLES, ...rows, ''].join('\r\n');
const row = (code: string, state = 'Aprovado', net = '880.37') =>
  `${code};${state};10/11/2025 09:00:00;Comunidade;997.00;${net};Ana ${code};${code.toLowerCase()}@example.com;119876543${code.slice(-2)}`;
const FILE = hotmart(row('HP11'), row('HP12'), row('HP13', 'Reembolsado'), row('HP14', 'Sumiu'));

test('says which new sales lack the phone that Excel rounded', async () => {
  await using imports = await open();
  const rounded = row('HP11').replace(/[^;]*$/, '5,51199E+12');
  await imports.import(hotmart(rounded));
  expect(await imports.preview(hotmart(rounded.replace('HP11', 'HP12'), rounded))).toMatchObject({
    counts: counts(1, 1, 0, 0),
    refusals: [
      { reason: 'O Excel arredondou o telefone: a venda entra sem ele', count: 1, lines: [2] },
    ],
  });
});

test('changes nothing when a file is imported again', async () => {
  await using imports = await open();
  expect(await imports.preview(FILE)).toMatchObject({
    counts: counts(3, 0, 0, 1),
    refusals: [{ reason: 'Situação desconhecida: “Sumiu”', count: 1, lines: [5] }],
    samples: [
      { line: 2, outcome: 'new', name: 'Ana HP11', value_cents: 99_700, net_cents: 88_037 },
      {},
      {},
    ],
  });
  expect(await imports.listSales()).toEqual([]);
  expect((await imports.import(FILE)).counts).toEqual(counts(3, 0, 0, 1));
  const stored = await imports.listSales();
  expect(stored).toEqual([
    { code: 'HP11', state: 'paid', value: 99_700, net: 88_037, source: 'import', name: 'Ana HP11' },
    { code: 'HP12', state: 'paid', value: 99_700, net: 88_037, source: 'import', name: 'Ana HP12' },
    {
      code: 'HP13',
      state: 'refunded',
      value: 99_700,
      net: 88_037,
      source: 'import',
      name: 'Ana HP13',
    },
  ]);
  for (let time = 0; time < 2; time += 1) {
    expect((await imports.import(FILE)).counts).toEqual(counts(0, 3, 0, 1));
  }
  expect(await imports.listSales()).toEqual(stored);
  expect(await imports.query('select * from funil.sale_milestones')).toEqual([]);
});

// An automation adds a row to a spreadsheet for each notice.
test.each(['oldest', 'newest'])(
  'knows the last state of a sale from a list of its states, with the %s first',
  async (order) => {
    await using imports = await open();
    const states = [
      'PIX_GENERATED;01/11/2025 10:00',
      'PURCHASE_APPROVED;01/11/2025 10:05',
      'PURCHASE_REFUNDED;05/11/2025 11:00',
    ].map((state) => `V1;${state};97,00;lia@example.com`);
    const rows = order === 'oldest' ? states : states.toReversed();
    const file = ['Código;Status;Data;Valor;E-mail', ...rows, ''].join('\n');
    expect((await imports.import(file)).counts).toEqual(counts(1, 0, 2, 0));
    const listTimes = () => imports.query('select state, paid_at, refunded_at from funil.sales');
    const sale = await listTimes();
    expect(sale).toMatchObject([{ state: 'refunded' }]);
    expect(JSON.stringify(sale)).toContain('2025-11-01T13:05:00.000Z');
    expect(JSON.stringify(sale)).toContain('2025-11-05T14:00:00.000Z');
    expect((await imports.import(file)).counts).toEqual(counts(0, 3, 0, 0));
    expect(await listTimes()).toEqual(sale);
  },
);

test('lists no import of which no row could be read', async () => {
  await using imports = await open();
  await imports.import(FILE);
  await imports.import(hotmart(row('HP11', 'Sumiu')));
  await expect(imports.import(hotmart())).rejects.toThrow('nenhuma linha além dos títulos');
  using folder = makeFolder();
  const path = join(folder.path, 'vendas.csv');
  writeFileSync(path, hotmart());
  const input = { path, choice: { kind: null, columns: null }, platform: null };
  const failed = importInput(imports.deps, await imports.begin('hotmart'), input);
  await expect(failed).rejects.toThrow('nenhuma linha além dos títulos');
  expect(await imports.listImports()).toEqual([{ state: 'done', new: 3, failure: null }]);
});

test.each(STORES)('%s: undoes imports in any order', async (kind) => {
  await using imports = await open(kind);
  const first = await imports.import(hotmart(row('HP11'), row('HP12')));
  const before = await imports.listSales();
  const second = await imports.import(
    hotmart(row('HP11', 'Reembolsado'), row('HP12'), row('HP13')),
  );
  expect(second.counts).toEqual(counts(1, 1, 1, 0));
  await imports.undo(second.id);
  expect(await imports.listSales()).toEqual(before);
  const third = await imports.import(hotmart(row('HP11', 'Chargeback'), row('HP15')));
  await imports.undo(first.id);
  expect(await imports.listSales()).toMatchObject([
    { code: 'HP11', state: 'chargeback' },
    { code: 'HP15', state: 'paid' },
  ]);
  await imports.undo(third.id);
  expect(await imports.listSales()).toEqual([]);
  expect((await imports.listImports()).map(({ state }) => state)).toEqual([
    'undone',
    'undone',
    'undone',
  ]);
  expect(await imports.undo(first.id)).toBe('missing');
});

test('announces a sale when its notice arrives after a file with the sale', async () => {
  await using imports = await open('SQLite', { hasUpdater: true });
  await imports.import(hotmart(row('HP11')));
  expect(await imports.query('select * from funil.sale_milestones')).toEqual([]);
  await send(imports.address, 'hotmart', notice({ transaction: 'HP11' }));
  await expect
    .poll(() => imports.listSales())
    .toMatchObject([{ value: 149_710, source: 'notice' }]);
  expect(await imports.query('select state from funil.sale_milestones')).toEqual([
    { state: 'paid' },
  ]);
});

test.each([
  ['Chargeback', 'chargeback'],
  ['Reembolsado', 'refunded'],
])('knows from a file that a paid sale was returned: %s', async (word, state) => {
  await using imports = await open('SQLite', { hasUpdater: true });
  // The notice was written later than the payment, which is the only time in the file.
  await send(imports.address, 'hotmart', notice({ transaction: 'HP11' }));
  await expect.poll(() => imports.listSales()).toMatchObject([{ state: 'paid' }]);
  const { counts: first } = await imports.import(hotmart(row('HP11', word)));
  expect(first).toEqual(counts(0, 0, 1, 0));
  expect(await imports.listSales()).toMatchObject([{ state }]);
  const { counts: second } = await imports.import(hotmart(row('HP11', word)));
  expect(second).toEqual(counts(0, 1, 0, 0));
});

const LEADS = [
  'Nome,Telefone,E-mail,Data,Origem',
  'Ana Souza,(11) 98765-4321,ana@example.com,01/11/2025 10:00,instagram',
  'Bia Lima,+55 21 97710-0000,,02/11/2025 10:00,',
  'Bia L.,(21) 7710-0000,,02/11/2025 10:00,',
  'Eva,123,,,',
].join('\n');

test.each(STORES)('%s: imports leads once, and sends no event about them', async (kind) => {
  await using imports = await open(kind);
  expect(await imports.preview(LEADS)).toMatchObject({ counts: counts(2, 1, 0, 1) });
  const { id, counts: first } = await imports.import(LEADS);
  expect(first).toEqual(counts(2, 1, 0, 1));
  const stored = await imports.listLeads();
  expect(stored).toEqual([
    {
      nome: 'Ana Souza',
      telefone: '(11) 98765-4321',
      email: 'ana@example.com',
      utm_source: 'instagram',
    },
    { nome: 'Bia Lima', telefone: '+55 21 97710-0000', email: null, utm_source: '' },
  ]);
  expect((await imports.import(LEADS.replace('Ana Souza', 'Ana S.'))).counts).toEqual(
    counts(0, 3, 0, 1),
  );
  expect(await imports.listLeads()).toEqual(stored);
  const options = {
    now: Date.parse('2025-11-05T00:00:00Z'),
    replyHours: null,
    visibleTo: undefined,
  };
  expect(await findNewLeads(imports.database, options)).toMatchObject({ count: 0 });
  expect(await imports.query('select * from funil.outbox_events')).toEqual([]);
  await imports.undo(id);
  expect(await imports.listLeads()).toEqual([]);
});

test('matches sales to imported leads, and removes the matches when the import is undone', async () => {
  await using imports = await open();
  await imports.import(hotmart(row('HP11')));
  const importAna = (phone: string) =>
    imports.import(
      `Nome,Telefone,E-mail,Data\nAna HP11,${phone},ana@example.com,01/11/2025 10:00\n`,
    );
  await importAna('(21) 97710-0000');
  const { id } = await importAna('(11) 98765-4311');
  const matches = () => imports.query('select matched_by from funil.sales');
  const states = () => imports.query('select money_state from funil.contacts');
  const bought = { money_state: 'comprou' };
  expect(await matches()).toEqual([{ matched_by: 'phone' }]);
  expect(await states()).toEqual([bought, bought]);
  await imports.undo(id);
  expect(await matches()).toEqual([{ matched_by: null }]);
  expect(await states()).toEqual([{ money_state: null }]);
});

test('does not store a person whose erasure is in progress', async () => {
  await using imports = await open();
  const endErasing = await beginErasing(imports.database, [
    { phone: '11 98765-4321', email: null },
    { phone: null, email: 'HP11@example.com' },
  ]);
  expect((await imports.import(LEADS)).counts).toEqual(counts(1, 1, 0, 2));
  const ofEmail = 'Nome,Telefone,E-mail\nHugo,(41) 98765-4321,hp11@example.com\n';
  expect((await imports.import(ofEmail)).counts).toEqual(counts(0, 0, 0, 1));
  await imports.import(hotmart(row('HP11'), row('HP12')));
  expect(await imports.listSales()).toMatchObject([
    { code: 'HP11', value: 99_700, name: null },
    { code: 'HP12', name: 'Ana HP12' },
  ]);
  expect(
    await imports.query(`select * from funil.sale_keys where "key" = 'hp11@example.com'`),
  ).toEqual([]);
  await endErasing();
  expect(await imports.query('select 1 from funil.erasing_people')).toEqual([]);
});

const THREE_MINUTES_MS = 180_000;
const LARGE_FILE = hotmart(...Array.from({ length: 2_500 }, (_, n) => row(`HP${10_000 + n}`)));

test('undoes an import that fails after its first rows', async () => {
  await using imports = await open();
  const lease = await imports.begin('hotmart');
  const { file, ...opened } = await imports.openText(LARGE_FILE);
  let storedBefore = 0;
  const failing = {
    ...file,
    async *rows() {
      yield* file.rows();
      yield* file.rows();
      storedBefore = (await imports.listSales()).length;
      throw new Error('broken');
    },
  };
  const failed = imports.importOpened(lease, { ...opened, file: failing });
  await expect(failed).rejects.toThrow('broken');
  expect(storedBefore).toBe(2_500);
  expect(await imports.listSales()).toEqual([]);
  expect(await imports.listImports()).toMatchObject([
    { state: 'undone', failure: expect.stringContaining('Um erro no servidor') },
  ]);
});

test('lists an import that a full disk stopped before its first row, and says why', async () => {
  await using imports = await open();
  const lease = await imports.begin('hotmart');
  const { file, ...opened } = await imports.openText(FILE);
  const failing = {
    ...file,
    // biome-ignore lint/correctness/useYield: the file ends before its first row
    async *rows() {
      throw new Error('database or disk is full');
    },
  };
  await expect(imports.importOpened(lease, { ...opened, file: failing })).rejects.toThrow();
  expect(await imports.listImports()).toMatchObject([
    { state: 'undone', failure: expect.stringContaining('O disco do servidor está cheio') },
  ]);
});

test('undoes an import whose process died', async () => {
  await using imports = await open();
  await imports.import(FILE);
  await imports.database.updateTable('imports').set({ state: 'running' }).execute();
  await takeLease(imports.database, 'import', imports.deps.now());
  expect(await undoDeadImport(imports.deps)).toBe(false);
  imports.passTime(THREE_MINUTES_MS);
  expect(await undoDeadImport(imports.deps)).toBe(true);
  expect(await imports.listImports()).toMatchObject([
    { state: 'undone', failure: expect.stringContaining('O servidor parou no meio, ou o disco') },
  ]);
  expect(await imports.listSales()).toEqual([]);
  expect(await undoDeadImport(imports.deps)).toBe(false);
});

test('undoes an import whose process died before the next one begins', async () => {
  await using imports = await open();
  await imports.import(FILE);
  await imports.database.updateTable('imports').set({ state: 'running' }).execute();
  await takeLease(imports.database, 'import', imports.deps.now());
  imports.passTime(THREE_MINUTES_MS);
  await imports.import(hotmart(row('HP15')));
  expect(await imports.listSales()).toMatchObject([{ code: 'HP15' }]);
  expect(await imports.listImports()).toMatchObject([{ state: 'undone' }, { state: 'done' }]);
});

test('removes the file of a dead import when it undoes the import, and other uploads of dead processes', async () => {
  await using imports = await open('SQLite');
  using folder = makeFolder();
  const uploads = join(folder.path, 'uploads');
  mkdirSync(uploads);
  const upload = (name: string, age: number) => {
    const path = join(uploads, name);
    writeFileSync(path, FILE);
    const at = new Date(imports.deps.now() - age);
    utimesSync(path, at, at);
  };
  upload('import-1.csv', 0);
  upload('018f0000-0000-4000-8000-000000000001.csv', 2 * HOUR_MS);
  upload('018f0000-0000-4000-8000-000000000002.csv', 0);
  upload('lista.csv', 2 * HOUR_MS);
  await imports.begin('hotmart');
  imports.passTime(THREE_MINUTES_MS);
  await cleanUpDeadImports({ ...imports.deps, dataDir: folder.path });
  expect(readdirSync(uploads).toSorted()).toEqual([
    '018f0000-0000-4000-8000-000000000002.csv',
    'lista.csv',
  ]);
  expect(await imports.listImports()).toMatchObject([{ state: 'undone' }]);
});

/** A Kiwify notice, and a file with its sale. */
function makeKiwifySale() {
  const sample = sampleText('kiwify/approved');
  const { Customer, Product, order_ref, order_id, approved_date } = JSON.parse(sample);
  const titles = 'ID da venda,Status,Data de Criação,Produto,Cliente,Email,Preço base do produto';
  const makeFile = (email: string = Customer.email) =>
    `${titles}\n${[order_ref, 'Pago', approved_date, Product.product_name, 'Ana', email, '1497.10'].join(',')}\n`;
  return { sample, order_ref, order_id, makeFile };
}

test('finds the sale of a notice by Kiwify’s short reference', async () => {
  await using imports = await open('SQLite', { hasUpdater: true });
  const { sample, makeFile } = makeKiwifySale();
  await send(imports.address, 'kiwify', sample);
  await expect.poll(imports.listSales).toHaveLength(1);
  const noticed = await imports.listSales();
  await imports.import(makeFile());
  expect(await imports.listSales()).toEqual(noticed);
  await imports.import(makeFile('outra@example.com'));
  expect(await imports.listSales()).toHaveLength(2);
});

test('joins the sale of a file with its notice when the notice comes later', async () => {
  await using imports = await open('SQLite', { hasUpdater: true });
  const { sample, order_ref, order_id, makeFile } = makeKiwifySale();
  const { id } = await imports.import(makeFile());
  expect(await imports.listSales()).toMatchObject([{ code: order_ref, source: 'import' }]);
  await send(imports.address, 'kiwify', sample);
  await expect.poll(imports.listSales).toMatchObject([{ code: order_id, source: 'notice' }]);
  const joined = await imports.listSales();
  expect((await imports.import(makeFile())).counts).toEqual(counts(0, 1, 0, 0));
  await imports.undo(id);
  expect(await imports.listSales()).toEqual(joined);
});
