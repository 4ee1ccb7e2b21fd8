import { expect, test } from 'vitest';
import { findMissingEvidence, judgeCreative, poissonAtMost } from './judge.ts';

const sums = (cost_cents: number, buyers: number, net_cents: number) => ({
  cost_cents,
  spend_cents: cost_cents,
  buyers,
  net_cents,
  net_unknown_cents: 0,
  estimated_fees_cents: 0,
  unestimated_cents: 0,
  refunded_cents: 0,
  paid_cents: 0,
  issued_cents: 0,
  pending_cents: 0,
});
/** Ten buyers for R$ 100 each elsewhere, and a creative. */
const judge = (row: ReturnType<typeof sums>) =>
  judgeCreative(
    row,
    sums(100_000 + row.cost_cents, 10 + row.buyers, 900_000 + row.net_cents),
    row.cost_cents,
  );

// Source: NIST/SEMATECH e-Handbook, Poisson distribution.
test.each([
  [0, 3, 0.0498],
  [1, 3, 0.1991],
  [4, 10, 0.0293],
])('returns the probability of at most %i with a mean of %i', (count, mean, expected) => {
  expect(poissonAtMost(count, mean)).toBeCloseTo(expected, 4);
});

test('judges creatives of a thousand buyers', () => {
  expect(poissonAtMost(900, 800)).toBeGreaterThan(0.99);
  expect(judge(sums(10_000_000, 1_500, 15_000_000))?.verdict).toBe('keep');
  expect(judge(sums(20_000_000, 1_500, 15_000_000))?.verdict).toBe('stop');
});

test('stops a creative that spent three times the cost per buyer without a sale', () => {
  expect(judge(sums(30_000, 0, 0))).toEqual({
    verdict: 'stop',
    reason: 'gastou 3 vezes o custo por comprador e não vendeu',
  });
  expect(judge(sums(29_000, 0, 0))).toBeNull();
  expect(judge(sums(30_000, 0, 10_000))?.reason).toMatch(/não trouxe comprador$/);
});

test('counts only spend whose buyers have had the usual time against a creative', () => {
  const row = sums(60_000, 0, 0);
  const all = sums(160_000, 10, 900_000);
  expect(judgeCreative(row, all, 29_000)).toBeNull();
  expect(judgeCreative(row, all, 30_000)).toMatchObject({ verdict: 'stop' });
});

test('stops a creative whose buyers cost far more than elsewhere only if it loses money', () => {
  expect(judge(sums(60_000, 1, 50_000))).toMatchObject({ verdict: 'stop' });
  expect(judge(sums(60_000, 1, 70_000))).toBeNull();
});

test('keeps a creative with more buyers than chance and its break-even explain', () => {
  const judgement = judge(sums(100_000, 10, 240_000));
  expect(judgement?.verdict).toBe('keep');
  expect(judgement?.reason.replaceAll('\u00a0', ' ')).toBe('paga-se: R$ 2,40 por real');
  expect(judge(sums(100_000, 10, 110_000))).toBeNull();
  expect(judge(sums(10_000, 1, 24_000))).toBeNull();
  // Too few buyers, and none.
  expect(judge(sums(1_000, 4, 400_000))).toBeNull();
  expect(judge(sums(1_000, 0, 400_000))).toBeNull();
});

test('judges by what a buyer brings if the other creatives have fewer than five buyers', () => {
  const row = sums(30_000, 0, 0);
  expect(judgeCreative(row, sums(30_000, 5, 50_000), 30_000)).toEqual({
    verdict: 'stop',
    reason: 'gastou 3 vezes o que um comprador traz e não vendeu',
  });
  expect(judgeCreative(row, sums(30_000, 4, 40_000), 30_000)).toBeNull();
  expect(judgeCreative(sums(0, 9, 9), sums(0, 9, 9), 0)).toBeNull();
});

test('says which spend without a buyer, or which buyers without spend, lead to a judgement', () => {
  // e⁻³ = 4.98 %: three times the cost per buyer of the others, R$ 100.
  const all = sums(106_000, 10, 900_000);
  expect(findMissingEvidence(sums(6_000, 0, 0), all)).toEqual({
    spend_cents: 23_958,
    buyers: 5,
  });
  // Without tax.
  const taxed = { ...sums(6_000, 0, 0), spend_cents: 3_000 };
  expect(findMissingEvidence(taxed, all)?.spend_cents).toBe(23_958 / 2);
  // The others' buyers have had all their money returned.
  expect(findMissingEvidence(sums(6_000, 0, 0), sums(106_000, 10, 0))?.buyers).toBeNull();
  expect(findMissingEvidence(sums(6_000, 0, 0), sums(6_000, 4, 900_000))).toBeNull();
});

test.each([
  [0, 0, 6_000],
  [1, 3_000, 6_000],
  [2, 45_000, 31_000],
  [6, 100_000, 60_000],
  [60, 1_000_000, 990_000],
])('judges %i buyers as soon as the missing evidence has come', (buyers, earned, cost) => {
  const row = sums(cost, buyers, earned);
  expect(judge(row)).toBeNull();
  const all = sums(100_000 + cost, 10 + buyers, 900_000 + earned);
  const missing = findMissingEvidence(row, all);
  const spend = missing?.spend_cents ?? 0;
  const spent = (more: number) => judge(sums(cost + more, buyers, earned))?.verdict;
  expect([spent(spend - 2), spent(spend)]).toEqual([undefined, 'stop']);
  const perBuyer = buyers === 0 ? 90_000 : earned / buyers;
  const sold = (count: number) => judge(sums(cost, count, count * perBuyer))?.verdict;
  const needed = buyers + (missing?.buyers ?? 0);
  expect(sold(needed)).toBe('keep');
  expect(sold(needed - 1)).not.toBe('keep');
});
