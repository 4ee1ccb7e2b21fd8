import { expect, test } from 'vitest';
import type { MoneyData } from './model.ts';
import { sumMoney } from './sum-money.ts';
import { describeMoney } from './summaries.ts';

const ALL = { from: null, until: null };
const NO_ROWS = { sales: [], leads: [], applications: [], hasNotices: true, notUnderstood: 0 };
const describe = (changes: Partial<MoneyData>, transactions = 0) =>
  describeMoney({
    stages: [],
    sections: [],
    forms: [],
    abandonment: [],
    vitals: [],
    unread: 0,
    leads: { stored: 0, withVisit: 0 },
    revenue: [{ source: '', medium: '', campaign: '', currency: 'BRL', transactions, value: 1 }],
    money: { ...sumMoney(NO_ROWS, [], ALL), ...changes },
  });

test('explains missing money until a notice has come', () => {
  const [missing, browser] = describe({ hasNotices: false }, 2);
  expect(missing).toContain('Nenhum aviso de venda chegou do checkout até agora');
  expect(browser).toContain('2 compras foram informadas');
});

test('counts failed notices and sales without a value, and returns nothing without them', () => {
  expect(describe({ notUnderstood: 1, withoutValue: 2 })).toEqual([
    '1 aviso não foi entendido e ainda não conta.',
    '2 vendas pagas não têm valor em reais e não entram na receita.',
  ]);
  expect(describe({})).toEqual([]);
});
