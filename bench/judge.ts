// Measures how often, and after how many days, simulated creatives get a verdict if a seller reads the report daily.
import { NO_REVENUE } from '@funil/contract/report/origins';
import { judgeCreative } from '../server/src/report/judge-creatives.ts';
import { type FigureTable, median } from './load.ts';

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 1_000);
const CREATIVES = 30;
const DAYS = 60;
const PRICE_CENTS = 50_000;
const SHARE_REFUNDED = 0.08;
const SHARE_WITH_BUMP = 0.3;
const EARNED_CENTS = PRICE_CENTS * (1 + SHARE_WITH_BUMP / 2 - SHARE_REFUNDED);

interface Scenario {
  readonly rateOf: (creative: number) => number;
  readonly isCounted: (creative: number) => boolean;
  /** The number of days in the seller's report. If left out, the report has every day so far. */
  readonly window?: number;
}

const isAnyCreative = () => true;
const isFirstThree = (creative: number) => creative < 3;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'break-even': { rateOf: () => 1, isCounted: isAnyCreative },
  'break-even, 30 days': { rateOf: () => 1, isCounted: isAnyCreative, window: 30 },
  'break-even beside better': { rateOf: (n) => (n < 3 ? 1 : 2), isCounted: isFirstThree },
  'break-even beside worse': { rateOf: (n) => (n < 3 ? 1 : 0.5), isCounted: isFirstThree },
  'equal, all lose': { rateOf: () => 0.6, isCounted: isAnyCreative },
  half: { rateOf: (n) => (n < 3 ? 0.5 : 1), isCounted: isFirstThree },
  quarter: { rateOf: (n) => (n < 3 ? 0.25 : 1), isCounted: isFirstThree },
  double: { rateOf: (n) => (n < 3 ? 2 : 1), isCounted: isFirstThree },
};

/** Returns numbers from 0 to 1 that are the same in every run (Mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawPoisson(random: () => number, mean: number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; product *= random()) count += 1;
  return count;
}

interface DayOfCreative {
  cost_cents: number;
  buyers: number;
  net_cents: number;
}

function drawDay(random: () => number, rate: number): DayOfCreative {
  const buyers = drawPoisson(random, rate);
  let net_cents = 0;
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    if (random() < SHARE_WITH_BUMP) net_cents += PRICE_CENTS / 2;
    if (random() >= SHARE_REFUNDED) net_cents += PRICE_CENTS;
  }
  return { cost_cents: EARNED_CENTS, buyers, net_cents };
}

const addDay = (sum: DayOfCreative, day: DayOfCreative | undefined, sign: 1 | -1) => {
  if (!day) return;
  sum.cost_cents += sign * day.cost_cents;
  sum.buyers += sign * day.buyers;
  sum.net_cents += sign * day.net_cents;
};

/** The first day on which a creative got each verdict. */
interface FirstVerdicts {
  stop?: number;
  keep?: number;
}

function runAccount(random: () => number, { rateOf, window = DAYS }: Scenario): FirstVerdicts[] {
  const makeZeroSum = () => ({ ...NO_REVENUE, spend_cents: 0, cost_cents: 0, buyers: 0 });
  const sums = Array.from({ length: CREATIVES }, makeZeroSum);
  const history: DayOfCreative[][] = sums.map(() => []);
  const verdicts: FirstVerdicts[] = sums.map(() => ({}));
  const accountSum = makeZeroSum();
  for (let day = 0; day < DAYS; day += 1) {
    for (const [creative, sum] of sums.entries()) {
      const drawn = drawDay(random, rateOf(creative));
      history[creative]?.push(drawn);
      for (const total of [sum, accountSum]) {
        addDay(total, drawn, 1);
        addDay(total, history[creative]?.[day - window], -1);
      }
    }
    for (const [creative, sum] of sums.entries()) {
      const cost = { matureCost: sum.cost_cents, days: day + 1 };
      const verdict = judgeCreative(sum, accountSum, cost)?.verdict;
      const firstVerdicts = verdicts[creative];
      if (verdict && firstVerdicts) firstVerdicts[verdict] ??= day + 1;
    }
  }
  return verdicts;
}

export const formatPercentage = <Item>(
  items: readonly Item[],
  isCounted: (item: Item) => unknown,
) => `${((100 * items.filter(isCounted).length) / items.length).toFixed(2)} %`;

/** @param days the day of each test's verdict; undefined for a test without a verdict */
export function formatMedianDay(days: readonly (number | undefined)[]): string {
  const day = median(days.map((verdictDay) => verdictDay ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(day) ? String(day) : 'never';
}

/** Returns the share of creatives that got each judgement in 60 daily looks, at a break-even of one buyer a day. */
export async function benchJudge(): Promise<FigureTable> {
  const table: FigureTable = {};
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const random = createRandom(1);
    const verdicts = Array.from({ length: ACCOUNTS }, () =>
      runAccount(random, scenario).filter((_, creative) => scenario.isCounted(creative)),
    ).flat();
    const share = (hasVerdict: (days: FirstVerdicts) => unknown) =>
      formatPercentage(verdicts, hasVerdict);
    table[name] = {
      stop: share(({ stop }) => stop),
      keep: share(({ keep }) => keep),
      either: share(({ stop, keep }) => stop ?? keep),
      'median day': formatMedianDay(verdicts.map(({ stop, keep }) => stop ?? keep)),
    };
  }
  return table;
}
