import { startOfDay } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import { formatCents } from '@funil/contract/money';
import {
  compareByProfit,
  earnedCents,
  profitOf,
  returnPerRealCents,
} from '@funil/contract/report/origins';
import type {
  Judgement,
  MissingEvidence,
  OriginSums,
  ReportOrigin,
  RevenueCents,
} from '@funil/contract/report/report';
import { sumMoney } from './money-totals.ts';
import { creativeKey, type OriginRow } from './origin-rows.ts';

/** At most 1 in 25 creatives equal to their reference ever reaches this evidence (Ville's inequality). */
const EVIDENCE_NEEDED = 25;
/** From fewer buyers, neither the cost nor the value of a buyer is known. */
const MIN_JUDGED_BUYERS = 5;
/** With this many buyers, the reference counts as exactly known. */
const EXACT_REFERENCE_BUYERS = 1e12;
const MAX_EVIDENCE_DAYS_AHEAD = 90;

/** Rates of a bad or a good creative, as multiples of its reference's, with equal weight. */
const SUPPOSED_LOWER_RATES = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20);
const SUPPOSED_HIGHER_RATES = Array.from({ length: 20 }, (_, step) => 1 + (step + 0.5) / 10);

/**
 * Returns the mean likelihood ratio of `rates` to the reference's rate. The counts of buyers are Poisson, so given
 * their sum the creative's count is binomial. A reference with few buyers weighs less.
 * @param expected buyers that the creative's cost would bring at the reference's rate
 * @param referenceBuyers buyers from whom the reference's rate is known
 */
export function weighEvidence(
  rates: readonly number[],
  { buyers, expected }: { readonly buyers: number; readonly expected: number },
  referenceBuyers: number,
): number {
  const share = expected / referenceBuyers;
  const ratios = rates.map((rate) => {
    const logPerBuyer = Math.log1p(share) - Math.log1p(rate * share);
    return Math.exp(buyers * Math.log(rate) + (buyers + referenceBuyers) * logPerBuyer);
  });
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / rates.length;
}

const timesFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

type JudgedSums = Pick<OriginSums, 'spend_cents' | 'cost_cents' | 'buyers' | keyof RevenueCents>;

export interface CostHistory {
  /** The cost on days so old that their buyers have usually paid. Newer cost does not count against a creative. */
  readonly matureCost: number;
  /** Days from the creative's first cost to the end of the report. */
  readonly days: number;
}

/**
 * Judges a creative; the result may be checked every day. `stop`: it loses money and has fewer buyers than its mature
 * cost brings at the reference's rate. `keep`: it has at least five buyers, and more than its break-even number. Null:
 * too little evidence.
 * @param advertised sums of all creatives with a cost, including this one
 */
export function judgeCreative(
  creative: JudgedSums,
  advertised: JudgedSums,
  { matureCost }: CostHistory,
): Judgement | null {
  if (creative.cost_cents <= 0) return null;
  if (earnedCents(creative) < creative.cost_cents) {
    const reference = findJudgingReference(creative, advertised);
    const evidence =
      reference === null ? 0 : weighEvidenceToStop(creative.buyers, matureCost, reference);
    if (reference === null || evidence < EVIDENCE_NEEDED) return null;
    return { verdict: 'stop', reason: explainStop(creative, reference) + explainChance(evidence) };
  }
  const evidence = weighEvidenceToKeep(creative.buyers, breakEvenBuyers(creative));
  if (evidence < EVIDENCE_NEEDED) return null;
  const reason = `paga-se: ${formatCents(returnPerRealCents(creative) ?? 0)} por real`;
  return { verdict: 'keep', reason: reason + explainChance(evidence) };
}

function weighEvidenceToStop(buyers: number, cost: number, reference: JudgingReference): number {
  const expected = cost / reference.cents;
  return buyers < expected
    ? weighEvidence(SUPPOSED_LOWER_RATES, { buyers, expected }, reference.buyers)
    : 0;
}

const weighEvidenceToKeep = (buyers: number, expected: number): number =>
  buyers < MIN_JUDGED_BUYERS
    ? 0
    : weighEvidence(SUPPOSED_HIGHER_RATES, { buyers, expected }, EXACT_REFERENCE_BUYERS);

const breakEvenBuyers = (creative: JudgedSums): number =>
  (creative.cost_cents * creative.buyers) / earnedCents(creative);

/**
 * Returns three numbers, of which any one would bring a verdict: more spend without buyers, more buyers without spend,
 * and more days at the present rates. A new buyer is assumed to bring the creative's average, or the average of all
 * creatives if it has no buyers. Null if there are too few buyers.
 */
export function findMissingEvidence(
  creative: JudgedSums,
  advertised: JudgedSums,
  { matureCost, days }: CostHistory,
): MissingEvidence | null {
  const { spend_cents: spend, cost_cents: cost, buyers } = creative;
  const reference = findJudgingReference(creative, advertised);
  if (cost <= 0 || reference === null) return null;
  const earned = earnedCents(creative);
  const stopsAt = findLeastNumber(
    buyers * reference.cents,
    (mature) => weighEvidenceToStop(buyers, mature, reference) >= EVIDENCE_NEEDED,
  );
  const missingCost = Math.max(0, stopsAt - cost, earned < cost ? 0 : earned - cost + 1);
  const earnedPerBuyer =
    earned > 0 && buyers > 0 ? earned / buyers : earnedCents(advertised) / advertised.buyers;
  const expected = breakEvenBuyers(creative);
  const isJudgedAt = (growth: number) =>
    EVIDENCE_NEEDED <=
    (earned < cost
      ? weighEvidenceToStop(buyers * growth, matureCost + cost * (growth - 1), reference)
      : weighEvidenceToKeep(buyers * growth, expected * growth));
  const longestGrowth = 1 + MAX_EVIDENCE_DAYS_AHEAD / days;
  return {
    spend_cents: Math.ceil((missingCost * spend) / cost),
    buyers: earnedPerBuyer > 0 ? countBuyersToKeep(cost / earnedPerBuyer, buyers) - buyers : null,
    days: isJudgedAt(longestGrowth) ? Math.ceil((findLeastNumber(1, isJudgedAt) - 1) * days) : null,
  };
}

/** @param expected the break-even number of buyers */
function countBuyersToKeep(expected: number, buyers: number): number {
  const leastBuyers = Math.max(MIN_JUDGED_BUYERS, buyers + 1, Math.ceil(expected));
  const isKept = (count: number) =>
    weighEvidence(SUPPOSED_HIGHER_RATES, { buyers: count, expected }, EXACT_REFERENCE_BUYERS) >=
    EVIDENCE_NEEDED;
  // The search doubles its steps, because after refunds a buyer may bring so little that millions are missing.
  return Math.ceil(findLeastNumber(leastBuyers - 1, isKept));
}

export function findLeastNumber(start: number, isEnough: (value: number) => boolean): number {
  let [low, high] = [start, 2 * start + 1];
  while (!isEnough(high)) [low, high] = [high, 2 * high];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

interface JudgingReference {
  /** The cost of a buyer, or what one buyer earned. */
  readonly cents: number;
  /** The number of buyers from whom `cents` is known. */
  readonly buyers: number;
  readonly isCost: boolean;
}

/**
 * Returns the others' cost of a buyer or the earnings from a buyer, whichever is higher. A creative is thus stopped
 * neither while it pays for itself, nor only because all lose equally. Null if there are too few buyers.
 */
function findJudgingReference(
  creative: JudgedSums,
  advertised: JudgedSums,
): JudgingReference | null {
  const otherBuyers = advertised.buyers - creative.buyers;
  const costPerOtherBuyer =
    otherBuyers >= MIN_JUDGED_BUYERS
      ? (advertised.cost_cents - creative.cost_cents) / otherBuyers
      : 0;
  const earnedPerOwnBuyer = creative.buyers > 0 ? earnedCents(creative) / creative.buyers : 0;
  const earnedPerBuyer =
    advertised.buyers >= MIN_JUDGED_BUYERS
      ? Math.max(earnedPerOwnBuyer, earnedCents(advertised) / advertised.buyers)
      : 0;
  if (costPerOtherBuyer <= 0 && earnedPerBuyer <= 0) return null;
  return costPerOtherBuyer > earnedPerBuyer
    ? { cents: costPerOtherBuyer, buyers: otherBuyers, isCost: true }
    : { cents: earnedPerBuyer, buyers: advertised.buyers, isCost: false };
}

function explainStop(creative: JudgedSums, { cents, isCost }: JudgingReference): string {
  const { cost_cents: cost, buyers } = creative;
  const ratio = timesFormat.format(cost / cents / Math.max(1, buyers));
  if (buyers === 0) {
    const reference = isCost ? 'o custo por comprador dos outros' : 'o que um comprador traz';
    // Renewals earn money without a new buyer.
    const resultText = earnedCents(creative) > 0 ? 'não trouxe comprador' : 'não vendeu';
    return `gastou ${ratio} vezes ${reference} e ${resultText}`;
  }
  const reference = isCost ? 'o dos outros anúncios' : 'o que um comprador traz';
  return `cada comprador custou ${formatCents(Math.round(cost / buyers))}, ${ratio} vezes ${reference}`;
}

function explainChance(evidence: number): string {
  const odds = new Intl.NumberFormat('pt-BR').format(Math.min(1000, Math.floor(evidence)));
  return ` (por acaso, no máximo 1 em ${odds})`;
}

export interface CreativeCost {
  readonly matureCost: number;
  readonly since: string;
}

/** @param end when the evidence ends, in ms since 1970 */
export function judgeOrigins(
  origins: readonly OriginRow[],
  costsByCreative: ReadonlyMap<string, CreativeCost>,
  end: number,
): ReportOrigin[] {
  const advertised = sumMoney(origins.filter(({ cost_cents }) => cost_cents > 0));
  return origins
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
    .map((row) => {
      const { matureCost = 0, since = '' } = costsByCreative.get(creativeKey(row)) ?? {};
      const days = Math.max(1, Math.ceil((end - (startOfDay(since) ?? end)) / DAY_MS));
      const history = { matureCost, days };
      const judgement = judgeCreative(row, advertised, history);
      const missing_evidence = judgement ? null : findMissingEvidence(row, advertised, history);
      return { ...row, ...profitOf(row), judgement, missing_evidence };
    })
    .sort(compareByProfit);
}
