import { expect, test } from 'vitest';
import { findMissingEvidence, judgeCreative, weighEvidence } from './judge-creatives.ts';

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
type Row = ReturnType<typeof sums>;

/** Adds other creatives' sums to a creative's: 100 buyers, who cost R$ 100 and brought R$ 90 each. */
const withOthers = (row: Row) =>
  sums(1_000_000 + row.cost_cents, 100 + row.buyers, 900_000 + row.net_cents);
const judge = (row: Row, matureCost = row.cost_cents) =>
  judgeCreative(row, withOthers(row), { matureCost, days: 10 });
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test('weighs evidence as a likelihood ratio of Poisson counts when the reference is exact', () => {
  // e^(0.5 × 6) for no buyer; 2^4 · e^−2 for four buyers where two were expected.
  expect(weighEvidence([0.5], { buyers: 0, expected: 6 }, 1e12)).toBeCloseTo(Math.exp(3), 3);
  expect(weighEvidence([2], { buyers: 4, expected: 2 }, 1e12)).toBeCloseTo(16 * Math.exp(-2), 3);
});

test('weighs evidence as binomial when few buyers show the reference, which counts for less', () => {
  // Four of ten buyers, with half of all cost: (2/3)^6 · (1/3)^4 ÷ (1/2)^10 at half the rate.
  const weight = weighEvidence([0.5], { buyers: 4, expected: 6 }, 6);
  expect(weight).toBeCloseTo(((2 / 3) ** 6 * (1 / 3) ** 4) / 0.5 ** 10, 6);
  const none = { buyers: 0, expected: 6 };
  expect(weighEvidence([0.5], none, 6)).toBeLessThan(weighEvidence([0.5], none, 600));
});

test('stops a creative that spent five times the cost per buyer without a sale', () => {
  expect(judge(sums(50_000, 0, 0))).toEqual({
    verdict: 'stop',
    reason:
      'gastou 5 vezes o custo por comprador dos outros e não vendeu (por acaso, no máximo 1 em 26)',
  });
  expect(judge(sums(48_000, 0, 0))).toBeNull();
  expect(judge(sums(50_000, 0, 10_000))?.reason).toMatch(/e não trouxe comprador \(/);
});

test('judges creatives of a thousand buyers', () => {
  expect(judge(sums(10_000_000, 1_500, 15_000_000))?.verdict).toBe('keep');
  expect(judge(sums(40_000_000, 1_500, 15_000_000))?.verdict).toBe('stop');
});

test('counts only spend whose buyers have had the usual time against a creative', () => {
  expect(judge(sums(90_000, 0, 0), 48_000)).toBeNull();
  expect(judge(sums(90_000, 0, 0), 50_000)).toMatchObject({ verdict: 'stop' });
});

test('stops a creative whose buyers cost far more than other creatives’ only if it loses money', () => {
  const judgement = judge(sums(150_000, 2, 18_000));
  expect(judgement?.verdict).toBe('stop');
  expect(plain(judgement?.reason)).toMatch(
    /^cada comprador custou R\$ 750,00, 7,5 vezes o dos outros anúncios \(por acaso/,
  );
  expect(judge(sums(150_000, 2, 160_000))).toBeNull();
});

test('does not stop a creative that nearly pays for itself because the others do better', () => {
  const row = sums(3_000_000, 29, 2_900_000);
  // Elsewhere a buyer costs R$ 100 and brings R$ 1,000.
  const all = sums(13_000_000, 1_029, 102_900_000);
  expect(judgeCreative(row, all, { matureCost: 3_000_000, days: 10 })).toBeNull();
});

test('keeps a creative with more buyers than chance and its break-even explain', () => {
  const judgement = judge(sums(100_000, 12, 360_000));
  expect(judgement?.verdict).toBe('keep');
  expect(plain(judgement?.reason)).toBe(
    'paga-se: R$ 3,60 por real (por acaso, no máximo 1 em 222)',
  );
  expect(judge(sums(100_000, 9, 270_000))).toBeNull();
  // Too few buyers, and none.
  expect(judge(sums(1_000, 4, 400_000))).toBeNull();
  expect(judge(sums(1_000, 0, 400_000))).toBeNull();
});

test('judges by what a buyer brings if the other creatives have fewer than five buyers', () => {
  const row = sums(80_000, 0, 0);
  const cost = { matureCost: 80_000, days: 10 };
  expect(judgeCreative(row, sums(80_000, 50, 500_000), cost)?.reason).toMatch(
    /^gastou 8 vezes o que um comprador traz e não vendeu/,
  );
  expect(judgeCreative(row, sums(80_000, 4, 40_000), cost)).toBeNull();
  expect(judgeCreative(sums(0, 9, 9), sums(0, 9, 9), cost)).toBeNull();
});

test('finds no missing evidence if too few buyers show what a buyer costs or brings', () => {
  const row = sums(6_000, 0, 0);
  const cost = { matureCost: 6_000, days: 10 };
  expect(findMissingEvidence(row, sums(6_000, 4, 900_000), cost)).toBeNull();
  // The others' buyers have had all their money returned.
  expect(findMissingEvidence(row, sums(106_000, 10, 0), cost)?.buyers).toBeNull();
});

test('counts missing spend without tax', () => {
  const row = sums(6_000, 0, 0);
  const cost = { matureCost: 6_000, days: 10 };
  const whole = findMissingEvidence(row, withOthers(row), cost)?.spend_cents ?? 0;
  const taxed = { ...row, spend_cents: 3_000 };
  expect(findMissingEvidence(taxed, withOthers(row), cost)?.spend_cents).toBe(Math.ceil(whole / 2));
});

test.each([
  [0, 0, 6_000],
  [1, 3_000, 6_000],
  [2, 45_000, 31_000],
  [6, 100_000, 60_000],
  [60, 1_000_000, 990_000],
])('judges %i buyers as soon as no evidence is missing', (buyers, earned, cost) => {
  const row = sums(cost, buyers, earned);
  expect(judge(row)).toBeNull();
  const missing = findMissingEvidence(row, withOthers(row), { matureCost: cost, days: 10 });
  const spend = missing?.spend_cents ?? 0;
  const spent = (more: number) => judge(sums(cost + more, buyers, earned))?.verdict;
  expect([spent(spend * 0.99 - 2), spent(spend * 1.01)]).toEqual([undefined, 'stop']);
  const perBuyer = buyers === 0 ? 900_000 / 100 : earned / buyers;
  const sold = (count: number) => judge(sums(cost, count, count * perBuyer))?.verdict;
  const needed = buyers + (missing?.buyers ?? 0);
  expect(sold(needed)).toBe('keep');
  expect(sold(needed - 1)).not.toBe('keep');
});

test.each([
  ['stop', 0, 0, 30_000],
  ['stop', 2, 18_000, 60_000],
  ['keep', 6, 100_000, 50_000],
])(
  'estimates after how many days at the current rates it will %s',
  (verdict, buyers, earned, cost) => {
    const row = sums(cost, buyers, earned);
    const days =
      findMissingEvidence(row, withOthers(row), { matureCost: cost, days: 10 })?.days ?? 0;
    const after = (count: number) => {
      const by = 1 + count / 10;
      return judge(sums(cost * by, buyers * by, earned * by))?.verdict;
    };
    expect([days > 0, after(days), after(days - 1)]).toEqual([true, verdict, undefined]);
  },
);

test('estimates no days when its numbers are too close to its reference', () => {
  const row = sums(100_000, 10, 89_000);
  expect(
    findMissingEvidence(row, withOthers(row), { matureCost: 100_000, days: 10 })?.days,
  ).toBeNull();
});

test('says how many buyers are missing when refunds left little of each buyer’s money', () => {
  const row = sums(118_716_435_500, 2_946, 10_036);
  const missing = findMissingEvidence(row, withOthers(row), { matureCost: 1, days: 190 });
  expect(missing?.buyers).toBeGreaterThan(3e10);
});
