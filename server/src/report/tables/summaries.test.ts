import { expect, test } from 'vitest';
import type { SalesTotals } from '../money-totals.ts';
import { SalesSums } from '../sum-sales.ts';
import { describeCountedUntil, describeWaits, listMoneyCaveats } from './summaries.ts';

const scope = { period: { from: null, until: null }, isReportByLead: false };
const NO_COUNTS = { visits: [], leads: [], applications: [], hasNotices: true, failedNotices: 0 };
const NO_SALES = new SalesSums(scope, 0).finish(NO_COUNTS, () => []);
const describeTotals = (changes: Partial<SalesTotals>, transactions = 0) =>
  listMoneyCaveats({
    revenue: [{ source: '', medium: '', campaign: '', currency: 'BRL', transactions, value: 1 }],
    salesTotals: { ...NO_SALES, ...changes },
  });

test('explains missing money until a notice arrives', () => {
  const [missing, browser] = describeTotals({ hasNotices: false }, 2);
  expect(missing).toContain('Nenhum aviso de venda chegou do checkout até agora');
  expect(browser).toContain('2 compras foram informadas');
});

test('counts failed notices and sales without a value, and returns nothing without them', () => {
  expect(describeTotals({ failedNotices: 1, paidWithoutValue: 2 })).toEqual([
    '1 aviso não foi entendido e ainda não conta.',
    '2 cobranças pagas não têm valor em reais e não entram no vendido.',
  ]);
  expect(describeTotals({})).toEqual([]);
});

test('notes an unknown net, and leads that have not had the usual time', () => {
  const total = { ...NO_SALES.total, net_unknown_cents: 12_345, unestimated_cents: 12_345 };
  const [unknown, maturing] = describeTotals({ total, isMaturing: true });
  expect(unknown).toMatch(/^De R\$.123,45 vendidos a plataforma não informou as taxas.*como zero/);
  const [partly] = describeTotals({ total: { ...total, unestimated_cents: 5 } });
  expect(partly).toMatch(/a mesma parte que nas outras vendas.* De R\$.0,05 não há como estimar/);
  expect(maturing).toMatch(/^Ainda amadurecendo/);
});

test('says until when visits are counted, unless no visit is', () => {
  expect(describeCountedUntil({ countedUntil: '2026-11-12T17:03:00.000Z' })).toBe(
    'Visitas contadas até 12/11/2026, 14:03.',
  );
  expect(describeCountedUntil({ countedUntil: null })).toBe('');
});

test('describes the waits of two sales or more', () => {
  expect(describeWaits({ waits: [1] })).toBe('');
  expect(describeWaits({ waits: [1, 3] })).toBe(
    'Metade pagou em até 1 dia depois do lead; nove em cada dez, em até 3 dias.',
  );
});
