import type { ConfidenceInterval, TestJudgement } from '@funil/contract/page/page-test';
import type { TextVersion } from '@funil/contract/visits/tested-text';
import { findLeastNumber, weighEvidence } from './judge-creatives.ts';

export type ByVersion = Readonly<Record<TextVersion, number>>;

/**
 * Of equal versions, 1 test in 40 at most gets a wrong verdict by leads, 1 in 40 by buyers, even if checked every day
 * (Ville's inequality).
 */
const EVIDENCE_NEEDED = 40;
const EVIDENCE_OF_WRONG_SHARES = 1_000;
const MIN_BUYERS_FOR_NET = 20;
/** The probability that the interval of the net ever misses the true difference. */
const NET_ERROR = 0.05;
/** The number of visitors at which the interval of the net is narrowest. */
const NET_VISITORS = 10_000;

/** Multiples of the rate that {@link weighRatio} tests, with equal weight. */
const SUPPOSED_RATES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.65, 0.9, 1.2].flatMap((step) => [
  Math.exp(-step),
  Math.exp(step),
]);

/** Replaces a count of 0, whose share cannot be computed. */
const ALMOST_NONE = 1e-9;

/** Returns the evidence that b's rate is not `ratio` times a's, if as many visitors saw b as a. */
function weighRatio({ a, b }: ByVersion, ratio: number): number {
  const reference = Math.max(a, ALMOST_NONE);
  return weighEvidence(SUPPOSED_RATES, { buyers: b, expected: ratio * reference }, reference);
}

const MAX_RATE_RATIO = 100;

/** Returns bounds of b's rate relative to a's, which hold if checked daily; null if unknown. */
function findRange(counts: ByVersion): ConfidenceInterval | null {
  const middle = (counts.b + 0.5) / (counts.a + 0.5);
  const isExcluded = (distance: number, sign: 1 | -1) =>
    weighRatio(counts, middle * Math.exp(sign * distance)) >= EVIDENCE_NEEDED;
  const maxDistance = Math.log(MAX_RATE_RATIO);
  if (!isExcluded(maxDistance, 1)) return null;
  const isBound = (distance: number, sign: 1 | -1) =>
    distance >= maxDistance || isExcluded(distance, sign);
  const boundOf = (sign: 1 | -1) =>
    middle * Math.exp(sign * findLeastNumber(0, (distance) => isBound(distance, sign)));
  return { low: boundOf(-1) - 1, high: boundOf(1) - 1 };
}

export const isDifferenceShown = (counts: ByVersion): boolean =>
  weighRatio(counts, 1) >= EVIDENCE_NEEDED;

interface TestCounts {
  readonly visitors: ByVersion;
  readonly leads: ByVersion;
  readonly buyers: ByVersion;
  readonly net: ByVersion;
  /** The sum of each buyer's squared net. */
  readonly squares: ByVersion;
}

/** Judges by buyers, or else by leads. Returns no verdict if the visitors were not split in half. */
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
 * Returns bounds of b's net per visitor minus a's, in centavos (theorem 2.2 of https://arxiv.org/abs/2103.06476). Every
 * net is doubled, because a visitor sees either version with probability ½.
 */
function estimateNet({ visitors, buyers, net, squares }: TestCounts): ConfidenceInterval | null {
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
