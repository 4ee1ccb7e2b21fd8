import { NO_ORIGIN_SUMS, NOT_JUDGED, profitOf } from '@funil/contract/report/origins';
import { expect, test } from 'vitest';
import { arrangeOrigins, type OriginOrder } from './arrange-origins.ts';

const origin = (content: string, net_cents: number, cost_cents: number) => {
  const sums = { ...NO_ORIGIN_SUMS, net_cents, cost_cents };
  return {
    ...{ source: 'meta', medium: '', campaign: '', content },
    ...{ ...sums, ...profitOf(sums), ...NOT_JUDGED },
  };
};
const ORIGINS = [
  origin('free', 900, 0),
  origin('earns', 500, 100),
  origin('loses', 100, 300),
  origin('earns most', 900, 100),
  origin('loses most', 0, 500),
];
const arrange = (order: OriginOrder, showsAll = false) =>
  arrangeOrigins(ORIGINS, order, showsAll).map(({ content }) => content);

test('puts creatives that lose most first, then creatives that earn most, and hides creatives without a cost', () => {
  const advertised = ['loses most', 'loses', 'earns most', 'earns'];
  expect(arrange('loss')).toEqual(advertised);
  expect(arrange('loss', true)).toEqual([...advertised, 'free']);
  expect(arrangeOrigins([origin('free', 900, 0)], 'loss', false)).toHaveLength(1);
});

test('orders by a column, with unknown numbers last', () => {
  expect(arrange({ column: 'return', isAscending: true })).toEqual([
    ...['loses most', 'loses', 'earns', 'earns most', 'free'],
  ]);
  expect(arrange({ column: 'return', isAscending: false })[4]).toBe('free');
});

test('shows twelve rows at first', () => {
  const many = Array.from({ length: 20 }, (_, index) => origin(String(index), index, 100));
  expect(arrangeOrigins(many, 'loss', false)).toHaveLength(12);
  expect(arrangeOrigins(many, 'loss', true)).toHaveLength(20);
});
