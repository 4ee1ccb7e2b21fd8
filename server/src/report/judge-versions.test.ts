import { expect, test } from 'vitest';
import { estimateTest } from './estimate-test.ts';
import { judgeVersions } from './judge-versions.ts';

const even = { a: 10_000, b: 10_000 };
const none = { a: 0, b: 0 };
const judge = (counts: Partial<Parameters<typeof judgeVersions>[0]>) =>
  judgeVersions({ visitors: even, leads: none, buyers: none, net: none, squares: none, ...counts });

test('gives no verdict and no interval while nobody left a lead', () => {
  expect(judge({})).toEqual({
    verdict: null,
    verdict_by: null,
    leads_change: null,
    buyers_change: null,
    net_change_cents: null,
    has_wrong_shares: false,
  });
});

test('prefers the version with more leads once their interval excludes equality', () => {
  const few = judge({ leads: { a: 100, b: 120 } });
  expect(few).toMatchObject({ verdict: null });
  expect(few.leads_change?.low).toBeLessThan(0);
  const many = judge({ leads: { a: 500, b: 650 } });
  expect(many).toMatchObject({ verdict: 'b', verdict_by: 'leads' });
  expect(many.leads_change?.low).toBeGreaterThan(0);
  expect(judge({ leads: { a: 650, b: 500 } })).toMatchObject({ verdict: 'a' });
});

test('prefers the version with more buyers, whatever the leads say', () => {
  const counts = { leads: { a: 650, b: 500 }, buyers: { a: 50, b: 110 } };
  expect(judge(counts)).toMatchObject({ verdict: 'b', verdict_by: 'buyers' });
});

test('gives no verdict when the versions were not shown to half of the visitors each', () => {
  const counts = { visitors: { a: 10_000, b: 9_000 }, leads: { a: 500, b: 650 } };
  expect(judge(counts)).toMatchObject({ verdict: null, has_wrong_shares: true });
  expect(judge({ visitors: { a: 10_000, b: 9_800 } }).has_wrong_shares).toBe(false);
});

test('says between which amounts the net per visitor differs when each version has twenty buyers', () => {
  const net = { a: 19 * 50_000, b: 40 * 50_000 };
  const squares = { a: 19 * 50_000 ** 2, b: 40 * 50_000 ** 2 };
  expect(judge({ buyers: { a: 19, b: 40 }, net, squares }).net_change_cents).toBeNull();
  const range = judge({ buyers: { a: 20, b: 40 }, net, squares }).net_change_cents;
  // 2 × R$ 10,500 more by 20,000 visitors.
  expect(((range?.low ?? 0) + (range?.high ?? 0)) / 2).toBeCloseTo(105, 0);
  expect(range?.low).toBeLessThan(0);
});

test('tells how long a test takes, and advises against a test without an end', () => {
  const large = estimateTest({ days: 30, visitors: 9_000, leads: 540, buyers: 81 });
  expect(large.is_advised).toBe(true);
  const [, half] = large.needed;
  expect(half).toMatchObject({ difference: 0.5 });
  expect(half?.leads?.days).toBeLessThan(20);
  expect(half?.buyers?.days).toBeGreaterThan(60);
  const small = estimateTest({ days: 30, visitors: 300, leads: 9, buyers: 0 });
  expect(small.is_advised).toBe(false);
  expect(small.needed[0]).toMatchObject({ buyers: null });
});
