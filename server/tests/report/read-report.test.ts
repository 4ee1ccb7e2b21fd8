import { expect, test } from 'vitest';
import { readReport } from '../../src/report/read-report.ts';
import { readSales } from '../../src/report/read-sales.ts';
import { readSummary } from '../../src/report/summary-alerts.ts';
import { buildReportJson } from '../../src/report/tables/export.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';
import { makeSaleRow, type SaleColumns } from './make-sale-row.ts';

const FIRST_OF_MARCH = '2026-03-01T12:00:00.000Z';

/** Makes a charge that is paid by Pix and whose net is its value. */
const makeCharge = (sale_key: string, value_cents: number, changes: SaleColumns = {}) =>
  makeSaleRow(sale_key, {
    ...{ value_cents, net_cents: value_cents, method: 'pix' },
    ...{ begun_at: FIRST_OF_MARCH, paid_at: FIRST_OF_MARCH, ...changes },
  });

async function openCharges(kind: string, rows: Readonly<Record<string, readonly SaleColumns[]>>) {
  const folder = await openCommandDatabase(kind);
  const schema = kind === 'PostgreSQL' ? 'funil.' : '';
  await folder.execute(
    Object.entries(rows).flatMap(([table, list]) =>
      list.map((row) => toInsert(`${schema}${table}`, row)),
    ),
  );
  const store = { dataDir: folder.folder, databaseUrl: folder.env.DATABASE_URL ?? null };
  const database = await openDatabase(store, 'read');
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const LATER = { paid_at: '2026-04-01T12:00:00.000Z' };

test.each(STORES)(
  '%s: reads each charge with its value in reais, its estimated fees, its order and its renewal',
  async (kind) => {
    const refund = { sale_key: 'unknown net', at: '2026-03-05T12:00:00.000Z', cents: 7 };
    await using opened = await openCharges(kind, {
      sales: [
        makeCharge('first', 10_000, { net_cents: 9_000, subscription: 'S', charge_number: 1 }),
        makeCharge('second of its order', 500, { order_id: 'first' }),
        makeCharge('by number', 500, { subscription: 'S', charge_number: 2, ...LATER }),
        makeCharge('earlier number', 500, { subscription: 'S', charge_number: 1, ...LATER }),
        makeCharge('of a test', 500, { is_test: true, subscription: 'K', platform: 'kiwify' }),
        makeCharge('beside a test', 500, { order_id: 'of a test', platform: 'kiwify' }),
        makeCharge('plan', 500, { subscription: 'K', platform: 'kiwify', paid_at: LATER.paid_at }),
        makeCharge('month 2', 500, {
          ...{ subscription: 'K', platform: 'kiwify', net_cents: null },
          paid_at: '2026-05-01T12:00:00.000Z',
        }),
        makeCharge('unknown net', 20_000, { net_cents: null }),
        makeCharge('unknown net by card', 20_000, { net_cents: null, method: 'credit_card' }),
        // Charges in dollars and unpaid ones state no share of fees.
        makeCharge('dollars', 100, { currency: 'USD', net_cents: 50_000 }),
        makeCharge('unpaid', 9_000, { net_cents: 1, state: 'pending', paid_at: null }),
      ],
      sale_refunds: [
        { platform: 'hotmart', ...refund },
        { platform: 'kiwify', ...refund, cents: 9 },
      ],
    });
    const charges = [];
    for await (const sale of readSales(opened.database)) {
      const { sale_key, value_cents, estimated_fees_cents, isFirst, isRenewal } = sale;
      const refunds = (sale.partialRefunds ?? []).map(({ cents }) => Number(cents));
      const flags = `${isFirst ? 'first' : 'further'} ${isRenewal ? 'renewal' : 'charge'}`;
      charges.push([sale_key, Number(value_cents), estimated_fees_cents, flags, ...refunds]);
    }
    // Of 11,500 centavos paid by Pix on Hotmart, 1,000 are fees.
    expect(charges).toEqual([
      ['by number', 500, null, 'first renewal'],
      ['dollars', 50_000, null, 'first charge'],
      ['earlier number', 500, null, 'first charge'],
      ['first', 10_000, null, 'first charge'],
      ['second of its order', 500, null, 'further charge'],
      ['unknown net', 20_000, 1_739, 'first charge', 7],
      ['unknown net by card', 20_000, null, 'first charge'],
      ['unpaid', 9_000, null, 'first charge'],
      ['month 2', 500, 0, 'first renewal'],
      ['plan', 500, null, 'first charge'],
    ]);
  },
);

test('adds up recent days, the summary’s days and the days before them, and spend with its tax', async () => {
  const paidOn = (day: number, value_cents: number, buyer: string) =>
    makeCharge(`${day}`, value_cents, {
      buyer_email: `${buyer}@escola.test`,
      paid_at: `2026-03-${day}T12:00:00.000Z`,
    });
  const spentOn = (day: number, spend_cents: number, changes: SaleColumns = {}) => ({
    ...{ network: 'meta', day: `2026-03-${day}`, campaign_name: 'Desconhecida', spend_cents },
    ...{ line_key: `${day}`, currency: 'BRL', source: 'csv', added_by: 1, ...changes },
  });
  await using opened = await openCharges('SQLite', {
    sales: [
      ...[paidOn(27, 10, 'ana'), paidOn(26, 20, 'bia'), paidOn(25, 40, 'bia')],
      ...[paidOn(21, 80, 'eva'), paidOn(20, 160, 'rui'), paidOn(14, 320, 'leo')],
      paidOn(13, 640, 'caio'),
    ],
    ad_spend: [
      ...[spentOn(27, 100), spentOn(21, 200), spentOn(20, 400), spentOn(13, 800)],
      spentOn(12, 50, { network: 'google', campaign_name: 'Busca', line_key: 'Busca' }),
      spentOn(12, 70, { currency: 'USD', line_key: 'dollars' }),
    ],
    visit_origins: [
      ...[{ origin: 'o', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Busca' }],
    ].map((origin) => ({ ...origin, utm_content: '' })),
  });
  const adTax = [{ since: '2026-03-20', millionths: 121_500 }];
  const now = Date.parse('2026-03-27T12:00:00Z');
  const scope = { period: { from: null, until: null }, isReportByLead: false };
  const request = { scope, now, includesRecent: true, sections: [], adTax };
  const report = await readReport(opened.database, request);
  const pick = ({
    paid_cents,
    buyers,
    spend_cents,
    cost_cents,
  }: (typeof report.recent)[0]['sums']) => [paid_cents, buyers, spend_cents, cost_cents] as const;
  const ofWeek = [150, 3, 300, 342];
  const ofWeekBefore = [480, 2, 400, 455];
  expect(
    report.recent.map(({ from, until, sums, before }) => [from, until, pick(sums), pick(before)]),
  ).toEqual([
    ['2026-03-27', '2026-03-27', [10, 1, 100, 114], [20, 1, 0, 0]],
    ['2026-03-26', '2026-03-26', [20, 1, 0, 0], [40, 1, 0, 0]],
    ['2026-03-21', '2026-03-27', ofWeek, ofWeekBefore],
  ]);
  const json = buildReportJson(report, { first: undefined, last: undefined });
  expect(json).toMatchObject({
    money: { spend_cents: 1_550, cost_cents: 1_647 },
    ...{ spend_without_origin_cents: 1_500, cost_without_origin_cents: 1_597 },
    origins: [{ campaign: 'Busca', visits: 0, spend_cents: 50, cost_cents: 50 }],
  });
  const readSums = async (isWeek: boolean) => {
    const days = { today: '2026-03-28', isWeek, now, adTax };
    const { sums, earlierSums } = await readSummary(opened.database, days);
    return [pick(sums), pick(earlierSums)];
  };
  expect(await readSums(false)).toEqual([
    [10, 1, 100, 114],
    [160, 1, 400, 455],
  ]);
  expect(await readSums(true)).toEqual([ofWeek, ofWeekBefore]);
});
