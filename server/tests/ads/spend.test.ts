import { createAdMatcher } from '@funil/contract/ads/ad-spend';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import {
  readDailySpend,
  readSpendLines,
  readSpendPages,
  summarizeSpend,
} from '../../src/ads/read-spend.ts';
import type { SpendRow } from '../../src/ads/spend-lines.ts';
import { addTax } from '../../src/ads/tax.ts';
import { runImport } from '../../src/imports/run-import.ts';
import { storeSpend } from '../../src/imports/store-spend.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';
import { importFiles } from '../imports/import-files.ts';
import { STORES } from '../store/open-test-store.ts';

const TAX = [{ since: '2026-01-01', millionths: 121_500 }];

async function open(kind: string) {
  const opened = await openCommandDatabase(kind);
  const config = configOf(opened.env);
  const { store } = config;
  const database = await openDatabase(store, 'write');
  const imports = importFiles(database, { kind: 'spend', tax: TAX });
  return {
    ...imports,
    database,
    /** Returns day, campaign, ad and centavos of every row that counts. */
    async list() {
      const rows = [];
      for await (const page of readSpendPages(database, TAX)) rows.push(...page);
      return rows
        .map(({ day, campaign_name, ad_name, spend_cents }) =>
          [day.slice(5), campaign_name, ad_name ?? '—', spend_cents].join(' '),
        )
        .sort();
    },
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await opened[Symbol.asyncDispose]();
    },
  };
}

const HEADER = 'Day,Campaign name,Campaign ID,Ad name,Ad ID,Amount spent (BRL),Impressions';
const file = (...lines: string[]) => [HEADER, ...lines, ''].join('\n');

const MARCH = file(
  '2026-03-01,Launch,1,Video,11,10.00,100',
  '2026-03-02,Launch,1,Video,11,20.00,200',
  '2026-03-01,Launch,1,Photo,12,5.00,50',
  '2026-03-01,Brand,2,Video,21,7.50,70',
);

test('changes nothing when a file is imported again', async () => {
  await using place = await open('SQLite');
  const { database, list } = place;
  expect(await place.import(MARCH)).toMatchObject({ counts: { new: 4, known: 0, changed: 0 } });
  const stored = await database.selectFrom('ad_spend').selectAll().orderBy('number').execute();
  expect(await place.import(MARCH)).toMatchObject({ counts: { new: 0, known: 4, changed: 0 } });
  expect(await database.selectFrom('ad_spend').selectAll().orderBy('number').execute()).toEqual(
    stored,
  );
  expect(await list()).toEqual([
    '03-01 Brand Video 750',
    '03-01 Launch Photo 500',
    '03-01 Launch Video 1000',
    '03-02 Launch Video 2000',
  ]);
});

test.each(STORES)(
  '%s: replaces the ads of a newer file on its days, and keeps other ads and days',
  async (kind) => {
    await using place = await open(kind);
    const { list } = place;
    await place.import(MARCH);
    const newer = file(
      '2026-03-01,Launch,1,Video renamed,11,11.00,100',
      '2026-03-03,Launch,1,Video renamed,11,3.00,100',
    );
    expect(await place.preview(newer)).toMatchObject({
      counts: { new: 2, changed: 2 },
      notes: [
        '2 linhas, 1 anúncio, 2 dias, de 01/03/2026 a 03/03/2026.',
        // 12.52 and 3.41.
        'R$\u00a014,00 gastos, R$\u00a015,93 com o imposto.',
        'Substitui 2 linhas (R$\u00a030,00) já guardadas destes anúncios nestes dias.',
        'Mantém 2 linhas (R$\u00a012,50) de outros anúncios nestes dias.',
      ],
    });
    expect(await place.import(newer)).toMatchObject({ counts: { new: 2, known: 0, changed: 2 } });
    expect(await list()).toEqual([
      '03-01 Brand Video 750',
      '03-01 Launch Photo 500',
      '03-01 Launch Video renamed 1100',
      '03-03 Launch Video renamed 300',
    ]);
  },
);

const SEARCH = [
  'Day,Campaign,Campaign ID,Currency code,Cost',
  '2026-03-01,Search,9,BRL,4.00',
  '',
].join('\n');

test.each(STORES)('%s: undoes the last file of each network as a whole', async (kind) => {
  await using place = await open(kind);
  const { database, list } = place;
  const march = await place.import(MARCH);
  const before = await list();
  const newer = await place.import(
    file(
      '2026-03-01,Launch,1,Video renamed,11,11.00,100',
      '2026-03-01,Brand,2,Video,21,7.50,70',
      '2026-03-03,Launch,1,Video renamed,11,3.00,100',
    ),
  );
  expect(newer).toMatchObject({ counts: { new: 2, known: 1, changed: 2 } });
  const search = await place.import(SEARCH);
  // A newer file of the network replaces some of its rows.
  expect(await place.undo(march.id)).toBe('missing');
  expect(await place.undo(newer.id)).toBe('claimed');
  expect(await list()).toEqual([...before, '03-01 Search — 400'].sort());
  expect(await place.undo(newer.id)).toBe('missing');
  expect(await place.undo(search.id)).toBe('claimed');
  expect(await list()).toEqual(before);
  expect(await database.selectFrom('ad_spend').select('number').execute()).toHaveLength(4);
});

test('cannot undo a file after a later pull from Meta’s API, and keeps no replaced row', async () => {
  await using place = await open('SQLite');
  const { database, list } = place;
  await place.import(MARCH);
  const { id } = await place.import(MARCH.replaceAll('0,', '1,'));
  const { rows, resume } = pausedRows({});
  resume();
  const complete = { account: '1', from: '2026-03-01', until: '2026-03-01' };
  await runImport(place.deps, await place.begin('pull'), (running) =>
    storeSpend(running, { network: 'meta', rows, completePeriod: complete }),
  );
  expect(await place.undo(id)).toBe('missing');
  const stored = await database.selectFrom('ad_spend').select('number').execute();
  expect(await list()).toHaveLength(stored.length);
});

test('counts the same spend once, whether a file has campaigns, ad sets or ads', async () => {
  await using place = await open('SQLite');
  const { list } = place;
  const namesOnly = 'Day,Campaign name,Ad name,Amount spent (BRL)\n2026-03-01,Launch,Video,10.00\n';
  await place.import(namesOnly);
  await place.import(MARCH);
  const march = await list();
  expect(march).toHaveLength(4);
  await place.import(namesOnly);
  expect(await list()).toEqual(march);
  const withSets =
    'Day,Campaign name,Ad set name,Ad name,Account ID,Amount spent (BRL)\n2026-03-01,Launch,Cold,Video,9,10.00\n';
  await place.import(withSets);
  expect(await list()).toEqual(march);
  await place.import(MARCH);
  expect(await list()).toEqual(march);
  // A campaign contains its ads.
  const campaigns = 'Day,Campaign name,Campaign ID,Amount spent (BRL)\n2026-03-01,Launch,1,15.00\n';
  await place.import(campaigns);
  expect(await list()).toEqual([
    '03-01 Brand Video 750',
    '03-01 Launch — 1500',
    '03-02 Launch Video 2000',
  ]);
  await place.import(MARCH);
  expect(await list()).toEqual(march);
});

test.each(STORES)('%s: sums the rows of an ad that a breakdown splits', async (kind) => {
  await using place = await open(kind);
  const { database, list } = place;
  const women = '2026-03-01,Launch,1,Video,11,1.10,';
  const men = Array.from({ length: 3_000 }, () => '2026-03-01,Launch,1,Video,11,0.01,1');
  await place.import(file(women, ...men));
  expect(await list()).toEqual(['03-01 Launch Video 3110']);
  expect(await summarizeSpend(database, { by: 'ad', tax: [] })).toMatchObject([
    { spend_cents: 3_110, cost_cents: 3_110, impressions: 3_000, clicks: null },
  ]);
});

test('keeps an import that is complete when the rows that it replaced cannot be removed', async () => {
  await using place = await open('SQLite');
  const { database, list } = place;
  await place.import(MARCH);
  await place.import(MARCH.replaceAll('0,', '2,'));
  await sql`create trigger fault before delete on ad_spend begin select raise(abort, 'full'); end
  `.execute(database);
  const newer = MARCH.replaceAll('0,', '1,');
  expect(await place.import(newer)).toMatchObject({ counts: { new: 4, changed: 4 } });
  const imported = await list();
  expect(imported).toContain('03-01 Brand Video 751');
  await sql`drop trigger fault`.execute(database);
  await place.import(newer);
  expect(await list()).toEqual(imported);
  expect(await database.selectFrom('ad_spend').select('number').execute()).toHaveLength(4);
});

test('refuses a file when it has more than 50,000 ads', async () => {
  await using place = await open('SQLite');
  const many = Array.from({ length: 50_001 }, (_, n) => `2026-03-01,Launch,1,Ad ${n},${n},1.00,1`);
  const preview = place.preview(file(...many));
  await expect(preview).rejects.toThrow('O arquivo tem mais de 50.000 anúncios.');
});

/** Rows whose reading ends when the test allows it. */
function pausedRows(row: Partial<SpendRow>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const complete: SpendRow = {
    network: 'meta',
    account: null,
    day: '2026-03-01',
    campaign_id: '1',
    campaign_name: 'Launch',
    set_id: null,
    set_name: null,
    ad_id: '11',
    ad_name: 'Video',
    currency: 'BRL',
    spend_cents: 1,
    impressions: 1,
    clicks: null,
    ...row,
  };
  async function* rows() {
    const otherAds = Array.from({ length: 2_000 }, (_, n) => ({
      ...complete,
      ad_id: `${n + 1_000}`,
    }));
    yield [...otherAds, complete];
    await promise;
  }
  return { rows: rows(), resume: resolve };
}

test('counts no row of an import until it is complete', async () => {
  await using place = await open('SQLite');
  const { database, list } = place;
  await place.import(MARCH);
  const before = await list();
  const { rows, resume } = pausedRows({});
  const running = runImport(place.deps, await place.begin('meta'), (running) =>
    storeSpend(running, { network: 'meta', rows, completePeriod: null }),
  );
  await expect
    .poll(async () => (await database.selectFrom('ad_spend').select('number').execute()).length)
    .toBeGreaterThan(2_000);
  expect(await list()).toEqual(before);
  resume();
  expect((await running).counts).toMatchObject({ new: 2_001, changed: 1 });
  expect(await list()).toHaveLength(2_000 + 4);
});

test.each(STORES)('%s: sums spend and tax per ad exactly as the rows do', async (kind) => {
  await using place = await open(kind);
  const { database } = place;
  const rows = Array.from({ length: 400 }, (_, n) => {
    const day = `2025-12-${String((n % 28) + 1).padStart(2, '0')}`;
    return `${n % 2 ? day : day.replace('2025-12', '2026-01')},Launch,1,Ad ${n % 7},${n % 7},${n}.${n % 10}7,1`;
  });
  await place.import(file(...rows));
  await place.import('Dia,Campanha,Custo,Código da moeda\n2026-01-01,Busca,"9,99",BRL\n');
  await place.import('Day,Campaign name,Amount spent (USD)\n2026-01-01,Abroad,5.55\n');
  const expected = { spend: 999, cost: 999 };
  for await (const page of readSpendPages(database, TAX)) {
    for (const row of page.filter(
      ({ network, currency }) => network === 'meta' && currency === 'BRL',
    )) {
      const { network, currency, day, spend_cents } = row;
      expect(row.cost_cents).toBe(addTax({ network, currency, day, spend_cents }, TAX));
      expected.spend += spend_cents;
      expected.cost += row.cost_cents;
    }
  }
  const days = await readDailySpend(database, { tax: TAX });
  expect(days.reduce((sum, { spend_cents }) => sum + spend_cents, 0)).toBe(expected.spend);
  expect(days.reduce((sum, { cost_cents }) => sum + cost_cents, 0)).toBe(expected.cost);
  const lines = await readSpendLines(database, {});
  expect(new Set(days.map(({ line }) => lines.has(line)))).toEqual(new Set([true]));
  expect(createAdMatcher(lines.values()).find({ utm_content: 'x|3' })).toMatchObject({
    level: 'ad',
    ad: 'meta ad 3',
  });
  for (const by of ['ad', 'campaign', 'day'] as const) {
    const summed = await summarizeSpend(database, { by, tax: TAX });
    const reais = summed.filter(({ currency }) => currency === 'BRL');
    expect(
      reais.reduce((cents, { cost_cents }) => cents + cost_cents, 0),
      by,
    ).toBe(expected.cost);
  }
  const january = await summarizeSpend(database, { by: 'day', from: '2026-01-27', tax: TAX });
  expect(january.map(({ from }) => from)).toEqual(['2026-01-27']);
});
