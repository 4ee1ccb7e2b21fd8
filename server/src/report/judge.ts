import { earnedCents, returnCents } from '@funil/contract/console/origins';
import type { Cents, Judgement, MissingEvidence, OriginSums } from '@funil/contract/console/report';
import { formatCents } from '@funil/contract/money';

/** A judgement is made only if chance alone explains the numbers with at most this probability. */
const SIGNIFICANCE_LEVEL = 0.05;
/** Fewer buyers do not show what a buyer costs or brings. */
const MIN_BUYERS = 5;

/** Returns the probability that a Poisson variable is at most `count`. */
export function poissonAtMost(count: number, mean: number): number {
  // Logarithms, because e^−mean is 0 for a mean above 745.
  let logOfTerm = -mean;
  let sum = 0;
  for (let n = 0; n <= count; n += 1) {
    if (n > 0) logOfTerm += Math.log(mean / n);
    sum += Math.exp(logOfTerm);
  }
  return sum;
}

const times = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

type Sums = Pick<OriginSums, 'spend_cents' | 'cost_cents' | 'buyers' | keyof Cents>;

/**
 * Judges a creative by a one-sided Poisson bound of 5 %:
 * - `stop` if it loses money and has significantly fewer buyers than expected: its cost ÷ cost per buyer of the other
 *   creatives, or ÷ earnings per buyer of all creatives if the others have fewer than five buyers;
 * - `keep` if it has at least five buyers and significantly more than its break-even number.
 *
 * Returns null if its numbers show neither.
 * @param all sums of all creatives with a cost, this one included
 * @param matureCost the part of the cost whose buyers have had the usual time to pay; only it counts against a creative
 */
export function judgeCreative(row: Sums, all: Sums, matureCost: number): Judgement | null {
  const { cost_cents: cost, buyers } = row;
  if (cost <= 0) return null;
  const earned = earnedCents(row);
  if (earned < cost) {
    const reference = findReference(row, all);
    const isSignificant =
      reference !== null &&
      poissonAtMost(buyers, matureCost / reference.cents) <= SIGNIFICANCE_LEVEL;
    return isSignificant ? { verdict: 'stop', reason: explainStop(row, reference) } : null;
  }
  const breakEven = (cost * buyers) / earned;
  if (buyers >= MIN_BUYERS && 1 - poissonAtMost(buyers - 1, breakEven) <= SIGNIFICANCE_LEVEL) {
    return { verdict: 'keep', reason: `paga-se: ${formatCents(returnCents(row) ?? 0)} por real` };
  }
  return null;
}

/**
 * Returns what a creative without a judgement lacks for one: spend, if no buyer comes, or buyers, if the spend ends and
 * each brings what the earlier ones brought, or without any, what buyers of all creatives bring. Null: too few buyers show it.
 * @param all sums of all creatives with a cost, this one included
 */
export function findMissingEvidence(row: Sums, all: Sums): MissingEvidence | null {
  const { spend_cents: spend, cost_cents: cost, buyers } = row;
  const reference = findReference(row, all);
  if (cost <= 0 || reference === null) return null;
  const earned = earnedCents(row);
  const significantCost = leastSignificantMean(buyers) * reference.cents;
  const missingCost = Math.max(0, significantCost - cost, earned < cost ? 0 : earned - cost + 1);
  const perBuyer = earned > 0 && buyers > 0 ? earned / buyers : earnedCents(all) / all.buyers;
  return {
    spend_cents: Math.ceil((missingCost * spend) / cost),
    buyers: perBuyer > 0 ? leastSignificantCount(cost / perBuyer, buyers) - buyers : null,
  };
}

/** Returns the number of buyers, more than those so far, that is significantly more than the break-even number. */
function leastSignificantCount(breakEven: number, buyers: number): number {
  let count = Math.max(MIN_BUYERS, buyers + 1, Math.ceil(breakEven));
  while (1 - poissonAtMost(count - 1, breakEven) > SIGNIFICANCE_LEVEL) count += 1;
  return count;
}

/** Returns the mean above which at most `count` is significantly few, by bisection. */
function leastSignificantMean(count: number): number {
  let [low, high] = [count, 2 * count + 10];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (poissonAtMost(count, middle) > SIGNIFICANCE_LEVEL) low = middle;
    else high = middle;
  }
  return high;
}

/** What the cost of a buyer is compared with. */
interface Reference {
  readonly cents: number;
  readonly isCost: boolean;
}

/** Returns what a buyer costs elsewhere, else what a buyer brings; null if too few buyers show it. */
function findReference(row: Sums, all: Sums): Reference | null {
  const [cost, buyers] = [all.cost_cents - row.cost_cents, all.buyers - row.buyers];
  if (buyers >= MIN_BUYERS && cost > 0) return { cents: cost / buyers, isCost: true };
  const earned = earnedCents(all);
  const isKnown = all.buyers >= MIN_BUYERS && earned > 0;
  return isKnown ? { cents: earned / all.buyers, isCost: false } : null;
}

function explainStop(row: Sums, { cents, isCost }: Reference): string {
  const { cost_cents: cost, buyers } = row;
  const ratio = times.format(cost / cents / Math.max(1, buyers));
  if (buyers === 0) {
    const reference = isCost ? 'o custo por comprador' : 'o que um comprador traz';
    // Renewals earn without a new buyer.
    const result = earnedCents(row) > 0 ? 'não trouxe comprador' : 'não vendeu';
    return `gastou ${ratio} vezes ${reference} e ${result}`;
  }
  const reference = isCost ? 'o dos outros anúncios' : 'o que um comprador traz';
  return `cada comprador custou ${formatCents(Math.round(cost / buyers))}, ${ratio} vezes ${reference}`;
}
