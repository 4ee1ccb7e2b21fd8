import { addDays } from '@funil/contract/brasilia';
import { profitOf } from '@funil/contract/console/origins';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { buildReportJson } from '../../src/report/export.ts';
import { type DayLimits, readPeriod } from '../../src/report/period.ts';
import { readReport } from '../../src/report/read-report.ts';
import { readSummary } from '../../src/report/summary-alerts.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';
import { recomputeReport } from './recompute-report.ts';

const postgres = await usePostgres();

const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01T03:00:00Z');
const NOW = START + 120 * DAY_MS;
const TAX = [{ since: '2026-02-01', millionths: 121_500 }];

/** Returns numbers from 0 to 1; the same seed gives the same ones. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Value = string | number | boolean | null;
const AD_ORIGINS = ['1', '2'].flatMap((campaign) =>
  ['1', '2'].flatMap((set) =>
    ['1', '2', '3'].flatMap((ad) =>
      ['ig', 'fb'].map((utm_source) => ({
        utm_source,
        utm_medium: `Público ${set}|${campaign}${set}`,
        utm_campaign: `Campanha ${campaign}|${campaign}`,
        utm_content: `Anúncio ${ad}|${campaign}${set}${ad}`,
      })),
    ),
  ),
);
const ORIGINS = [
  ...AD_ORIGINS,
  { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Busca', utm_content: '' },
];

/**
 * Returns the statements that store a quarter: visits, leads, charges with splits, bumps, renewals and refunds, and
 * spend.
 */
function makeQuarter(schema: string): string[] {
  const random = randomNumbers(29);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('no items');
    return item;
  };
  const at = (days: number) => new Date(START + Math.floor(days * DAY_MS)).toISOString();
  const statements: string[] = [];
  const add = (table: string, row: Readonly<Record<string, Value>>) =>
    statements.push(toInsert(table, row));

  for (const [index, origin] of ORIGINS.entries()) {
    add(`${schema}visit_origins`, { origin: `o${index}`, ...origin });
    for (let day = 0; day < 90; day += 1) {
      const visits = Math.floor(random() * 6);
      if (visits === 0) continue;
      const total = { day: at(day).slice(0, 10), origin: `o${index}`, label: '', amount: 0 };
      add(`${schema}visit_totals`, { ...total, kind: 'visit', visits });
    }
  }
  const leads = Array.from({ length: 300 }, (_, index) => {
    const origin = pick(ORIGINS);
    const days = random() * 90;
    const idempotency_key = `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
    add('leads', {
      ...makeLead(origin),
      botoes_clicados: '[]',
      idempotency_key,
      created_at: at(days),
    });
    return { id: index + 1, key: idempotency_key, days };
  });
  let number = 0;
  const addSale = (days: number, changes: Readonly<Record<string, Value>>): string => {
    number += 1;
    const sale_key = `T${String(number).padStart(4, '0')}`;
    const value_cents = random() < 0.05 ? null : 1 + Math.floor(random() * 200_000);
    const isPaid = random() < 0.8;
    const isReturned = isPaid && random() < 0.12;
    const method = pick(['pix', 'boleto', 'credit_card', null]);
    const isIssued = method === 'pix' || method === 'boleto';
    const begun_at = at(days);
    const state = isReturned ? 'refunded' : isPaid ? 'paid' : pick(['pending', 'canceled']);
    add(`${schema}sales`, {
      platform: pick(['hotmart', 'kiwify']),
      sale_key,
      transaction: sale_key,
      order_id: sale_key,
      state,
      value_cents,
      net_cents: value_cents === null || random() < 0.3 ? null : Math.floor(value_cents * random()),
      currency: random() < 0.03 ? 'USD' : 'BRL',
      method,
      product_name: pick(['Comunidade', 'Mentoria', 'Guia']),
      begun_at,
      pending_at: isIssued ? begun_at : null,
      paid_at: isPaid ? at(days + random()) : null,
      refunded_at: isReturned ? at(days + 2 + random() * 20) : null,
      is_test: random() < 0.03,
      candidates: 0,
      ...changes,
    });
    if (!isReturned && isPaid && value_cents !== null && random() < 0.1) {
      const cents = random() < 0.2 ? null : 1 + Math.floor(value_cents / 3);
      const refund = { sale_key, at: at(days + 5), cents };
      add(`${schema}sale_refunds`, { platform: String(changes.platform), ...refund });
    }
    return sale_key;
  };
  for (let order = 0; order < 400; order += 1) {
    const lead = random() < 0.85 ? pick(leads) : null;
    const days = (lead?.days ?? random() * 80) + random() * 12;
    const platform = pick(['hotmart', 'kiwify']);
    const buyer = {
      platform,
      buyer_phone: random() < 0.7 ? `1198765${1_000 + Math.floor(random() * 200)}` : null,
      buyer_email: random() < 0.5 ? `Pessoa${Math.floor(random() * 300)}@example.com` : null,
      ...(lead && {
        matched_by: 'reference',
        lead_source: 'lead',
        lead_ref: lead.key,
        lead_id: lead.id,
      }),
    };
    const isSubscribed = random() < 0.3;
    const subscription = isSubscribed ? `S${order}` : null;
    const hasNumbers = platform === 'hotmart';
    const main = addSale(days, {
      ...buyer,
      subscription,
      charge_number: isSubscribed && hasNumbers ? 1 : null,
    });
    if (random() < 0.3) addSale(days + 0.001, { ...buyer, order_id: main });
    if (!isSubscribed) continue;
    for (let charge = 2; charge < 4; charge += 1) {
      const charge_number = hasNumbers ? charge : null;
      addSale(days + 30 * (charge - 1), { ...buyer, subscription, charge_number });
    }
  }
  const ads = [
    ...AD_ORIGINS.filter(({ utm_source }) => utm_source === 'ig'),
    // Without visits: of a known ad set, of a known campaign, and unknown.
    { utm_medium: 'Público 1|11', utm_campaign: 'Campanha 1|1', utm_content: 'Novo|119' },
    { utm_medium: 'Público 9|19', utm_campaign: 'Campanha 1|1', utm_content: 'Novo|191' },
    { utm_medium: 'Público 9|99', utm_campaign: 'Campanha 9|9', utm_content: 'Novo|991' },
  ];
  for (const [index, ad] of ads.entries()) {
    const [set_name, set_id] = ad.utm_medium.split('|');
    const [campaign_name, campaign_id] = ad.utm_campaign.split('|');
    const [ad_name, ad_id] = ad.utm_content.split('|');
    for (let day = 0; day < 90; day += 1) {
      add(`${schema}ad_spend`, {
        network: 'meta',
        account: '1',
        day: at(day).slice(0, 10),
        campaign_id: campaign_id ?? '',
        campaign_name: campaign_name ?? '',
        set_id: set_id ?? '',
        set_name: set_name ?? '',
        ad_id: ad_id ?? '',
        ad_name: ad_name ?? '',
        line_key: `line ${index}`,
        currency: 'BRL',
        spend_cents: Math.floor(random() * 9_000),
        source: 'csv',
        added_by: 1,
      });
    }
  }
  // A campaign that only its name joins, and one in another currency.
  for (const [campaign_name, currency] of [
    ['Busca', 'BRL'],
    ['Abroad', 'USD'],
  ] as const) {
    const row = { network: 'google', campaign_name, currency, spend_cents: 1_234, source: 'csv' };
    const line_key = `line ${campaign_name}`;
    add(`${schema}ad_spend`, { ...row, day: at(40).slice(0, 10), line_key, added_by: 1 });
  }
  return statements;
}

/** Sorts the rows of all tables: their order is not compared. */
const inOrder = (report: object) =>
  Object.fromEntries(
    Object.entries(report).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) : value,
    ]),
  );

const nameOf = (row: Readonly<Record<string, unknown>>) =>
  JSON.stringify(
    [...['source', 'medium', 'campaign', 'content', 'platform', 'product', 'day'], 'slot'].map(
      (column) => row[column],
    ),
  );

const PERIODS: readonly [name: string, days: DayLimits, isDatedByLead: boolean][] = [
  ['all time', { first: undefined, last: undefined }, false],
  ['a month', { first: '2026-02-01', last: '2026-02-28' }, false],
  ['a month by lead', { first: '2026-02-01', last: '2026-02-28' }, true],
  ['a day', { first: '2026-03-10', last: '2026-03-10' }, false],
];

test.each(STORES)(
  '%s: reports a quarter as its raw rows recompute it, to the centavo',
  async (kind) => {
    await using place = await openCommandDatabase(kind, postgres);
    await place.execute(makeQuarter(kind === 'PostgreSQL' ? 'funil.' : ''));
    const store = { dataDir: place.folder, databaseUrl: place.env.DATABASE_URL ?? null };
    await using database = await openDatabase(store, 'read');
    for (const [name, days, isDatedByLead] of PERIODS) {
      const read = readPeriod(days);
      if (!read.ok) throw new Error('no period');
      const request = {
        scope: { period: read.period, isDatedByLead },
        now: NOW,
        sections: [],
        adTax: TAX,
      };
      const report = buildReportJson(await readReport(database, request), days);
      const expected = await recomputeReport(place.query, { ...days, isDatedByLead, tax: TAX });
      expect(inOrder(report), name).toMatchObject(inOrder(expected));
      if (name === 'all time') expect(expected.money.paid_cents).toBeGreaterThan(10_000_000);
    }
    const visitDays = await place.query(
      'select cast(day as text) as day, visits from funil.visit_totals',
    );
    const recomputed = new Map<string, object>();
    async function recomputeDays(first: string, last: string): Promise<object> {
      const options = { first, last, isDatedByLead: false, tax: TAX };
      const { money, funnel } = await recomputeReport(place.query, options);
      const visits = visitDays
        .filter(({ day }) => String(day) >= first && String(day) <= last)
        .reduce((sum, day) => sum + Number(day.visits), 0);
      const sums = { ...money, visits, leads: funnel.leads, buyers: funnel.buyers };
      recomputed.set(`${first} ${last}`, sums);
      return sums;
    }
    // SQLite: mornings of each weekday in three months; the databases differ in reading, not in days.
    for (let index = 8; index < 90; index += kind === 'SQLite' ? 11 : 40) {
      const today = addDays('2026-01-01', index);
      const isWeek = new Date(today).getUTCDay() === 1;
      const request = { today, isWeek, now: NOW, adTax: TAX };
      const { sums, earlierSums } = await readSummary(database, request);
      for (const [summed, last] of [
        [sums, addDays(today, -1)],
        [earlierSums, addDays(today, -8)],
      ] as const) {
        const first = isWeek ? addDays(last, -6) : last;
        const expected = recomputed.get(`${first} ${last}`) ?? (await recomputeDays(first, last));
        expect({ ...summed, ...profitOf(summed) }, `${today} ${last}`).toMatchObject(expected);
      }
    }
    const now = START + 85 * DAY_MS;
    const scope = { period: { from: null, until: null }, isDatedByLead: false };
    const request = { scope, now, hasRecent: true, sections: [], adTax: TAX };
    const { recent } = await readReport(database, request);
    const recompute = async (first: string, last: string) => {
      const options = { first, last, isDatedByLead: false, tax: TAX };
      const { money, funnel } = await recomputeReport(place.query, options);
      return { ...money, buyers: funnel.buyers };
    };
    const days = [
      ['2026-03-27', '2026-03-27', '2026-03-26', '2026-03-26'],
      ['2026-03-26', '2026-03-26', '2026-03-25', '2026-03-25'],
      ['2026-03-21', '2026-03-27', '2026-03-14', '2026-03-20'],
    ] as const;
    expect(recent).toHaveLength(3);
    for (const [index, [from, until, first, last]] of days.entries()) {
      const { sums, before, ...period } = recent[index] ?? {};
      expect(period).toEqual({ from, until });
      expect(sums && { ...sums, ...profitOf(sums) }).toMatchObject(await recompute(from, until));
      expect(before && { ...before, ...profitOf(before) }).toMatchObject(
        await recompute(first, last),
      );
    }
  },
);
