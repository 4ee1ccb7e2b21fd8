import type { Range, TestJudgement } from '@funil/contract/console/page-test';
import type { Version } from '@funil/contract/visits/tested-text';
import { findLeast, weighEvidence } from './judge.ts';

/** A count or sum of each version. */
export type Pair = Readonly<Record<Version, number>>;

/**
 * The evidence that a verdict needs. Of tests of equal versions, at most 1 in 40 is judged wrongly by leads, and 1 in
 * 40 by buyers, however often one looks (Ville's inequality).
 */
const EVIDENCE_NEEDED = 40;
/** Evidence that the versions are not shown to half of the visitors each. */
const EVIDENCE_OF_WRONG_SHARES = 1_000;
/** With fewer buyers, their mean amount says nothing. */
const MIN_BUYERS_FOR_NET = 20;
/** The chance that an interval of the net ever misses the difference. */
const NET_ERROR = 0.05;
/** The interval of the net is narrowest at this number of visitors. */
const NET_VISITORS = 10_000;

/** Rates that b may have, as multiples of the rate that {@link weighRatio} tests; all have the same weight. */
const SUPPOSED_RATES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.65, 0.9, 1.2].flatMap((step) => [
  Math.exp(-step),
  Math.exp(step),
]);

/** Replaces a count of 0, because a share of 0 cannot be computed. */
const ALMOST_NONE = 1e-9;

/**
 * Returns the evidence that b's rate is not `ratio` times a's. Visitors see either version with the same
 * chance, so that equal versions have half of the leads, buyers and visitors each.
 */
function weighRatio({ a, b }: Pair, ratio: number): number {
  const reference = Math.max(a, ALMOST_NONE);
  return weighEvidence(SUPPOSED_RATES, { buyers: b, expected: ratio * reference }, reference);
}

/** A ratio beyond this counts as unknown. */
const MAX_RATE_RATIO = 100;

/**
 * Returns the bounds of the share by which b's rate differs from a's. The bounds hold however often one looks. Null:
 * unknown.
 */
function findRange(counts: Pair): Range | null {
  const middle = (counts.b + 0.5) / (counts.a + 0.5);
  const isExcluded = (distance: number, sign: 1 | -1) =>
    weighRatio(counts, middle * Math.exp(sign * distance)) >= EVIDENCE_NEEDED;
  const maxDistance = Math.log(MAX_RATE_RATIO);
  if (!isExcluded(maxDistance, 1)) return null;
  const isBound = (distance: number, sign: 1 | -1) =>
    distance >= maxDistance || isExcluded(distance, sign);
  const boundOf = (sign: 1 | -1) =>
    middle * Math.exp(sign * findLeast(0, (distance) => isBound(distance, sign)));
  return { low: boundOf(-1) - 1, high: boundOf(1) - 1 };
}

/** Whether the evidence shows a difference of two counts. */
export const isDifferenceShown = (counts: Pair): boolean =>
  weighRatio(counts, 1) >= EVIDENCE_NEEDED;

/** The people whom a test has brought so far. */
export interface TestCounts {
  readonly visitors: Pair;
  readonly leads: Pair;
  readonly buyers: Pair;
  /** The net of all buyers, in centavos. */
  readonly net: Pair;
  /** The sum of the squares of each buyer's net. */
  readonly squares: Pair;
}

/**
 * Judges two versions by evidence that may be looked at every day: by buyers, else by leads. No verdict holds while the
 * shares of the visitors show that the versions are not shown to half of them each.
 */
export function judgeVersions(counts: TestCounts): TestJudgement {
  const { visitors, leads, buyers } = counts;
  const has_wrong_shares = weighRatio(visitors, 1) >= EVIDENCE_OF_WRONG_SHARES;
  const judgedBy = isDifferenceShown(buyers) ? 'buyers' : isDifferenceShown(leads) ? 'leads' : null;
  const verdict_by = has_wrong_shares ? null : judgedBy;
  return {
    verdict: verdict_by && (counts[verdict_by].b > counts[verdict_by].a ? 'b' : 'a'),
    verdict_by,
    leads_change: findRange(leads),
    buyers_change: findRange(buyers),
    net_change_cents: estimateNet(counts),
    has_wrong_shares,
  };
}

/**
 * Returns the difference of the net per visitor, b's less a's, in centavos: https://arxiv.org/abs/2103.06476, theorem
 * 2.2. A visitor counts with twice their net, because either version is shown with a chance of a half.
 */
function estimateNet({ visitors, buyers, net, squares }: TestCounts): Range | null {
  if (Math.min(buyers.a, buyers.b) < MIN_BUYERS_FOR_NET) return null;
  const count = visitors.a + visitors.b;
  const mean = (2 * (net.b - net.a)) / count;
  const variance = (4 * (squares.a + squares.b)) / count - mean ** 2;
  const logs = -2 * Math.log(NET_ERROR);
  const tuning = (logs + Math.log(logs + 1)) / NET_VISITORS;
  const spread = count * tuning + 1;
  const width = ((2 * spread) / (count ** 2 * tuning)) * Math.log(Math.sqrt(spread) / NET_ERROR);
  const halfWidth = Math.sqrt(variance * width);
  return { low: Math.round(mean - halfWidth), high: Math.round(mean + halfWidth) };
}
