import { earnedCents } from '@funil/contract/console/origins';
import type { Judgement, OriginSums } from '@funil/contract/console/report';
import { formatCents } from '@funil/contract/money';

/** A judgement is made only if chance alone would bring such numbers in at most one of twenty cases. */
const MAX_CHANCE = 0.05;
/** Fewer buyers do not show what a buyer usually costs or brings. */
const MIN_BUYERS = 5;

/** Returns the probability that a Poisson variable is at most `count`. */
export function poissonAtMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let n = 1; n <= count; n += 1) {
    term *= mean / n;
    sum += term;
  }
  return sum;
}

const times = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

type Sums = Pick<
  OriginSums,
  'spend_cents' | 'buyers' | 'net_cents' | 'net_unknown_cents' | 'refunded_cents'
>;

/**
 * Judges a creative by a one-sided Poisson bound of 5 %:
 * - `stop` if it loses money and brought fewer buyers than its spend brings elsewhere: at the cost per buyer of the other
 *   creatives, or, if they have fewer than five buyers, at the amount that a buyer brings;
 * - `keep` if it earns money and brought more buyers than would just pay for it.
 *
 * Returns null if its numbers show neither.
 * @param all sums of all creatives with spend, this one included
 */
export function judgeCreative(row: Sums, all: Sums): Judgement | null {
  const { spend_cents: spend, buyers } = row;
  if (spend <= 0) return null;
  const earned = earnedCents(row);
  const cost = usualCost(row, all);
  if (earned < spend && cost !== null && poissonAtMost(buyers, spend / cost) <= MAX_CHANCE) {
    return { verdict: 'stop', reason: explainStop(row, cost) };
  }
  const breakEven = earned > 0 ? (spend * buyers) / earned : Number.POSITIVE_INFINITY;
  if (earned > spend && 1 - poissonAtMost(buyers - 1, breakEven) <= MAX_CHANCE) {
    const perReal = formatCents(Math.round((earned * 100) / spend));
    return { verdict: 'keep', reason: `paga-se: ${perReal} por real` };
  }
  return null;
}

/** Returns what a buyer may cost, in centavos; null if too few buyers show it. */
function usualCost(row: Sums, all: Sums): number | null {
  const [spend, buyers] = [all.spend_cents - row.spend_cents, all.buyers - row.buyers];
  if (buyers >= MIN_BUYERS && spend > 0) return spend / buyers;
  const earned = earnedCents(all);
  return all.buyers >= MIN_BUYERS && earned > 0 ? earned / all.buyers : null;
}

function explainStop({ spend_cents: spend, buyers }: Sums, cost: number): string {
  const ratio = times.format(spend / cost / Math.max(1, buyers));
  return buyers === 0
    ? `gastou ${ratio} vezes o custo por comprador e não vendeu`
    : `cada comprador custou ${formatCents(Math.round(spend / buyers))}, ${ratio} vezes o custo por comprador`;
}
