// Measures how often, and after how many days, an A/B test gets a verdict if a seller reads the report daily.
import { judgeVersions } from '../server/src/report/judge-versions.ts';
import { createRandom, drawPoisson, formatMedianDay, formatPercentage } from './judge.ts';
import type { FigureTable } from './load.ts';

const TESTS = Number(process.env.TESTS ?? 1_000);
const DAYS = 60;
const VISITORS_PER_DAY = 300;
const LEADS_PER_VISITOR = 0.06;
const BUYERS_PER_LEAD = 0.15;
const PRICE_CENTS = 50_000;

interface Scenario {
  /** Leads per visitor of version b, divided by those of version a. */
  readonly rate: number;
  readonly shareOfB?: number;
  readonly visitorsPerDay?: number;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  equal: { rate: 1 },
  'equal, 30 visitors a day': { rate: 1, visitorsPerDay: 30 },
  'equal, 1,000 visitors a day': { rate: 1, visitorsPerDay: 1_000 },
  'b 20 % better': { rate: 1.2 },
  'b 50 % better': { rate: 1.5 },
  'b 20 % worse': { rate: 0.8 },
  'equal, 45 % see b': { rate: 1, shareOfB: 0.45 },
};

/** Draws a buyer's net in centavos: usually the price, sometimes nothing or 2.5 times the price, rarely ten times. */
function drawNet(random: () => number): number {
  const luck = random();
  return PRICE_CENTS * (luck < 0.02 ? 10 : luck < 0.2 ? 2.5 : luck < 0.28 ? 0 : 1);
}

/** First days of verdicts, and what any day showed. An interval that lacks the true value has missed. */
interface TestResult {
  day?: number;
  dayByBuyers?: number;
  isForWorse?: boolean;
  hasWrongShares?: boolean;
  hasMissedNet?: boolean;
  hasMissedLeads?: boolean;
}

function runTest(random: () => number, scenario: Scenario): TestResult {
  const { rate, shareOfB = 0.5, visitorsPerDay = VISITORS_PER_DAY } = scenario;
  const zero = () => ({ a: 0, b: 0 });
  const sums = { visitors: zero(), leads: zero(), buyers: zero(), net: zero(), squares: zero() };
  const result: TestResult = {};
  const meanNet = PRICE_CENTS * (0.02 * 10 + 0.18 * 2.5 + 0.72);
  const netChange = (rate - 1) * LEADS_PER_VISITOR * BUYERS_PER_LEAD * meanNet;
  for (let day = 1; day <= DAYS; day += 1) {
    for (const version of ['a', 'b'] as const) {
      const [visitorShare, leadRate] = version === 'a' ? [1 - shareOfB, 1] : [shareOfB, rate];
      const visitors = drawPoisson(random, visitorsPerDay * visitorShare);
      sums.visitors[version] += visitors;
      for (let visitor = 0; visitor < visitors; visitor += 1) {
        if (random() >= LEADS_PER_VISITOR * leadRate) continue;
        sums.leads[version] += 1;
        if (random() >= BUYERS_PER_LEAD) continue;
        const net = drawNet(random);
        sums.buyers[version] += 1;
        sums.net[version] += net;
        sums.squares[version] += net ** 2;
      }
    }
    const judged = judgeVersions(sums);
    const { verdict, verdict_by, net_change_cents: net, leads_change: leads } = judged;
    if (verdict_by) result.day ??= day;
    if (verdict_by === 'buyers') result.dayByBuyers ??= day;
    if (verdict && verdict !== (rate < 1 ? 'a' : 'b')) result.isForWorse = true;
    if (judged.has_wrong_shares) result.hasWrongShares = true;
    if (net && (net.low - 0.5 > netChange || net.high + 0.5 < netChange))
      result.hasMissedNet = true;
    if (leads && (leads.low > rate - 1 || leads.high < rate - 1)) result.hasMissedLeads = true;
  }
  return result;
}

export async function benchVersions(): Promise<FigureTable> {
  const table: FigureTable = {};
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const random = createRandom(1);
    const results = Array.from({ length: TESTS }, () => runTest(random, scenario));
    const share = (isCounted: (result: TestResult) => unknown) =>
      formatPercentage(results, isCounted);
    table[name] = {
      verdict: share(({ day }) => day),
      'by buyers': share(({ dayByBuyers }) => dayByBuyers),
      'for the worse': scenario.rate === 1 ? '' : share(({ isForWorse }) => isForWorse),
      'median day': formatMedianDay(results.map(({ day }) => day)),
      'wrong shares': share(({ hasWrongShares }) => hasWrongShares),
      'missed by leads': share(({ hasMissedLeads }) => hasMissedLeads),
      'missed by net': share(({ hasMissedNet }) => hasMissedNet),
    };
  }
  return table;
}
