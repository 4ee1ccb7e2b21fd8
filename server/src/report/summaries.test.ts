import { expect, test } from 'vitest';
import type { SalesTotals } from './model.ts';
import { sumSales } from './sum-sales.ts';
import { describeMoney } from './summaries.ts';

const ALL = { from: null, until: null };
const NO_ROWS = { sales: [], leads: [], applications: [], hasNotices: true, failedNotices: 0 };
const describe = (changes: Partial<SalesTotals>, transactions = 0) =>
  describeMoney({
    stages: [],
    sections: [],
    forms: [],
    abandonment: [],
    vitals: [],
    unreadEvents: 0,
    leads: { stored: 0, withVisit: 0 },
    revenue: [{ source: '', medium: '', campaign: '', currency: 'BRL', transactions, value: 1 }],
    salesTotals: { ...sumSales(NO_ROWS, [], ALL), ...changes },
  });

test('explains missing money until a notice has come', () => {
  const [missing, browser] = describe({ hasNotices: false }, 2);
  expect(missing).toContain('Nenhum aviso de venda chegou do checkout até agora');
  expect(browser).toContain('2 compras foram informadas');
});

test('counts failed notices and sales without a value, and returns nothing without them', () => {
  expect(describe({ failedNotices: 1, withoutValue: 2 })).toEqual([
    '1 aviso não foi entendido e ainda não conta.',
    '2 vendas pagas não têm valor em reais e não entram na receita.',
  ]);
  expect(describe({})).toEqual([]);
});
