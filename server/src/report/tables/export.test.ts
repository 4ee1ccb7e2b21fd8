import { expect, test } from 'vitest';
import { NO_MONEY } from '../money-totals.ts';
import { NO_STAGES } from '../stage-sums.ts';
import { SalesSums } from '../sum-sales.ts';
import { DAY_COLUMNS, listDayRows } from './export.ts';

const scope = { period: { from: null, until: null }, isReportByLead: false };
const NO_COUNTS = { visits: [], leads: [], applications: [], hasNotices: true, failedNotices: 0 };
const ORIGIN = { source: 'instagram', medium: 'social', campaign: 'lancamento' };

test('returns a row for each day and origin with its visits and its money', () => {
  const day = '2026-03-10';
  const money = {
    ...NO_MONEY,
    sales: 2,
    paid_cents: 299_420,
    net_cents: 270_000,
    spend_cents: 4,
    cost_cents: 5,
  };
  const rows = listDayRows({
    countedUntil: null,
    stages: [{ ...NO_STAGES, ...ORIGIN, day, visits: 7, leads: 3 }],
    salesTotals: {
      ...new SalesSums(scope, 0).finish(NO_COUNTS, () => []),
      daily: [
        { ...money, day, origin: ORIGIN },
        { ...NO_MONEY, day: '2026-03-09', refunded_cents: 100, origin: null },
      ],
    },
  });
  expect(Object.keys(DAY_COLUMNS).slice(0, 5)).toEqual([
    'dia',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'visitas',
  ]);
  expect(rows).toMatchObject([
    { day: '2026-03-09', source: 'sem origem', visits: 0, refunded_cents: 100 },
    { ...money, ...ORIGIN, day, visits: 7, leads: 3, profit_cents: 269_995 },
  ]);
});
