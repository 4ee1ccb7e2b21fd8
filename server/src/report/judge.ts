import { startOfDay } from '@funil/contract/brasilia';
import { byProfit, earnedCents, returnCents, toProfit } from '@funil/contract/console/origins';
import type {
  Cents,
  Judgement,
  MissingEvidence,
  OriginSums,
  ReportOrigin,
} from '@funil/contract/console/report';
import { DAY_MS } from '@funil/contract/durations';
import { formatCents } from '@funil/contract/money';
import { addMoney, creativeKey, type OriginRow } from './model.ts';

/**
 * Evidence at which a creative is judged. By chance, at most 1 of 25 creatives that equal their reference ever has it
 * (Ville's inequality).
 */
const EVIDENCE_NEEDED = 25;
/** Fewer buyers do not show the cost or the value of a buyer. */
const MIN_BUYERS = 5;
/** A count of buyers so high that the reference counts as known exactly. */
const EXACT_REFERENCE_BUYERS = 1e12;
/** A judgement that would take longer is not predicted. */
const MAX_DAYS_AHEAD = 90;

/** Rates that a bad or a good creative may have, as multiples of its reference's; all have the same weight. */
const SUPPOSED_LOWER_RATES = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20);
const SUPPOSED_HIGHER_RATES = Array.from({ length: 20 }, (_, step) => 1 + (step + 0.5) / 10);

/**
 * Returns the mean likelihood ratio of `rates` to the reference's own rate, given the buyers. The two counts of buyers
 * have Poisson distributions. Given their sum, the creative's count is binomial, so a reference with few buyers weighs
 * less.
 * @param expected the buyers that the creative's cost would have brought at the reference's rate
 * @param referenceBuyers buyers by whom the reference's rate is known
 */
export function weighEvidence(
  rates: readonly number[],
  { buyers, expected }: { readonly buyers: number; readonly expected: number },
  referenceBuyers: number,
): number {
  const share = expected / referenceBuyers;
  const ratios = rates.map((rate) => {
    const perBuyer = Math.log1p(share) - Math.log1p(rate * share);
    return Math.exp(buyers * Math.log(rate) + (buyers + referenceBuyers) * perBuyer);
  });
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / rates.length;
}

const timesFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

type JudgedSums = Pick<OriginSums, 'spend_cents' | 'cost_cents' | 'buyers' | keyof Cents>;

/** The age of a creative's cost. */
export interface CostHistory {
  /** The part of the cost whose buyers have had the usual time to pay; only it counts against a creative. */
  readonly matureCost: number;
  /** Days from its first cost to the last day of the report. */
  readonly days: number;
}

/**
 * Judges a creative by evidence that may be looked at every day (a mean of Poisson likelihood ratios):
 * - `stop` if it loses money and has fewer buyers than its mature cost brings at the reference's rate
 * (`findReference`);
 * - `keep` if it has at least five buyers and more than its break-even number.
 *
 * Returns null if its numbers show neither.
 * @param advertised sums of all creatives with a cost, this one included
 */
export function judgeCreative(
  row: JudgedSums,
  advertised: JudgedSums,
  { matureCost }: CostHistory,
): Judgement | null {
  if (row.cost_cents <= 0) return null;
  if (earnedCents(row) < row.cost_cents) {
    const reference = findReference(row, advertised);
    const evidence = reference === null ? 0 : weighStop(row.buyers, matureCost, reference);
    if (reference === null || evidence < EVIDENCE_NEEDED) return null;
    return { verdict: 'stop', reason: explainStop(row, reference) + explainChance(evidence) };
  }
  const evidence = weighKeep(row.buyers, breakEvenBuyers(row));
  if (evidence < EVIDENCE_NEEDED) return null;
  const reason = `paga-se: ${formatCents(returnCents(row) ?? 0)} por real`;
  return { verdict: 'keep', reason: reason + explainChance(evidence) };
}

function weighStop(buyers: number, cost: number, reference: Reference): number {
  const expected = cost / reference.cents;
  return buyers < expected
    ? weighEvidence(SUPPOSED_LOWER_RATES, { buyers, expected }, reference.buyers)
    : 0;
}

const weighKeep = (buyers: number, expected: number): number =>
  buyers < MIN_BUYERS
    ? 0
    : weighEvidence(SUPPOSED_HIGHER_RATES, { buyers, expected }, EXACT_REFERENCE_BUYERS);

/** Returns the number of buyers whose average earnings pay for the creative's cost. */
const breakEvenBuyers = (row: JudgedSums): number =>
  (row.cost_cents * row.buyers) / earnedCents(row);

/**
 * Returns how much further spend without a buyer, how many further buyers without spend, or how many days at the same
 * rates would lead to a judgement. A further buyer is supposed to bring as much as the creative's earlier buyers, or
 * as all creatives' buyers if it has none. Null: too few buyers.
 * @param advertised sums of all creatives with a cost, this one included
 */
export function findMissingEvidence(
  row: JudgedSums,
  advertised: JudgedSums,
  { matureCost, days }: CostHistory,
): MissingEvidence | null {
  const { spend_cents: spend, cost_cents: cost, buyers } = row;
  const reference = findReference(row, advertised);
  if (cost <= 0 || reference === null) return null;
  const earned = earnedCents(row);
  const stopsAt = findLeast(
    buyers * reference.cents,
    (mature) => weighStop(buyers, mature, reference) >= EVIDENCE_NEEDED,
  );
  const missingCost = Math.max(0, stopsAt - cost, earned < cost ? 0 : earned - cost + 1);
  const perBuyer =
    earned > 0 && buyers > 0 ? earned / buyers : earnedCents(advertised) / advertised.buyers;
  const expected = breakEvenBuyers(row);
  const isJudgedAt = (growth: number) =>
    EVIDENCE_NEEDED <=
    (earned < cost
      ? weighStop(buyers * growth, matureCost + cost * (growth - 1), reference)
      : weighKeep(buyers * growth, expected * growth));
  const longestGrowth = 1 + MAX_DAYS_AHEAD / days;
  return {
    spend_cents: Math.ceil((missingCost * spend) / cost),
    buyers: perBuyer > 0 ? countBuyersToKeep(cost / perBuyer, buyers) - buyers : null,
    days: isJudgedAt(longestGrowth) ? Math.ceil((findLeast(1, isJudgedAt) - 1) * days) : null,
  };
}

/** Returns the number of buyers, above `buyers`, at which a creative is kept. @param expected the break-even number */
function countBuyersToKeep(expected: number, buyers: number): number {
  const least = Math.max(MIN_BUYERS, buyers + 1, Math.ceil(expected));
  const isKept = (count: number) =>
    weighEvidence(SUPPOSED_HIGHER_RATES, { buyers: count, expected }, EXACT_REFERENCE_BUYERS) >=
    EVIDENCE_NEEDED;
  // The search doubles its steps, because refunds may leave so little of each buyer that millions are missing.
  return Math.ceil(findLeast(least - 1, isKept));
}

/** Returns the least number above `start` that `isEnough` accepts, by doubling and bisection. */
export function findLeast(start: number, isEnough: (value: number) => boolean): number {
  let [low, high] = [start, 2 * start + 1];
  while (!isEnough(high)) [low, high] = [high, 2 * high];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The amount that the cost of a buyer is compared with. */
interface Reference {
  readonly cents: number;
  /** The number of buyers by which `cents` is known. */
  readonly buyers: number;
  readonly isCost: boolean;
}

/**
 * Returns the higher of the cost of a buyer elsewhere and of what a buyer brings; null: too few buyers show it. A
 * creative that pays for itself is not stopped because others do better, and equals are not stopped because all lose.
 */
function findReference(row: JudgedSums, advertised: JudgedSums): Reference | null {
  const [cost, buyers] = [advertised.cost_cents - row.cost_cents, advertised.buyers - row.buyers];
  const costElsewhere = buyers >= MIN_BUYERS ? cost / buyers : 0;
  const perOwnBuyer = row.buyers > 0 ? earnedCents(row) / row.buyers : 0;
  const earned =
    advertised.buyers >= MIN_BUYERS
      ? Math.max(perOwnBuyer, earnedCents(advertised) / advertised.buyers)
      : 0;
  if (costElsewhere <= 0 && earned <= 0) return null;
  return costElsewhere > earned
    ? { cents: costElsewhere, buyers, isCost: true }
    : { cents: earned, buyers: advertised.buyers, isCost: false };
}

function explainStop(row: JudgedSums, { cents, isCost }: Reference): string {
  const { cost_cents: cost, buyers } = row;
  const ratio = timesFormat.format(cost / cents / Math.max(1, buyers));
  if (buyers === 0) {
    const reference = isCost ? 'o custo por comprador dos outros' : 'o que um comprador traz';
    // Renewals earn without a new buyer.
    const result = earnedCents(row) > 0 ? 'não trouxe comprador' : 'não vendeu';
    return `gastou ${ratio} vezes ${reference} e ${result}`;
  }
  const reference = isCost ? 'o dos outros anúncios' : 'o que um comprador traz';
  return `cada comprador custou ${formatCents(Math.round(cost / buyers))}, ${ratio} vezes ${reference}`;
}

/** Returns in words the highest probability of such evidence by chance, at any number of looks. */
function explainChance(evidence: number): string {
  const odds = new Intl.NumberFormat('pt-BR').format(Math.min(1000, Math.floor(evidence)));
  return ` (por acaso, no máximo 1 em ${odds})`;
}

/** A creative's cost on days so long ago that nine of ten of its buyers have paid, and its first day with a cost. */
export interface CreativeCost {
  readonly matureCost: number;
  readonly since: string;
}

/**
 * Returns the origins that have any number, with their profit and judgement.
 * @param costs of each creative that has a cost
 * @param end of the evidence, in ms since 1970
 */
export function judgeOrigins(
  origins: readonly OriginRow[],
  costs: ReadonlyMap<string, CreativeCost>,
  end: number,
): ReportOrigin[] {
  const advertised = addMoney(origins.filter(({ cost_cents }) => cost_cents > 0));
  return origins
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
    .map((row) => {
      const { matureCost = 0, since = '' } = costs.get(creativeKey(row)) ?? {};
      const days = Math.max(1, Math.ceil((end - (startOfDay(since) ?? end)) / DAY_MS));
      const history = { matureCost, days };
      const judgement = judgeCreative(row, advertised, history);
      const missing_evidence = judgement ? null : findMissingEvidence(row, advertised, history);
      return { ...row, ...toProfit(row), judgement, missing_evidence };
    })
    .sort(byProfit);
}
