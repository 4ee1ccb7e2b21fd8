import { dayOf, startOfDay } from '@funil/contract/brasilia';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { SiteInfo } from '@funil/contract/site/site-info';
import { createTally, type ExpectedReport } from './expected-report.ts';
import { createSalePlanner, type Purchase } from './plan-sale.ts';
import { createRandom, type Random } from './random.ts';
import { createSchedule, type SimulatedRequest } from './schedule.ts';
import { type Simulation, simulateUntrackedVisit, simulateVisit } from './simulate-visit.ts';
import { createPeople, createVisitors } from './visitors.ts';

export interface MonthOptions {
  readonly visits: number;
  /** The seed decides what visitors do. Together with `now`, it also decides their names and phone numbers. */
  readonly seed: number;
  /** When the simulated 30 days end, in ms since 1970. */
  readonly now: number;
  readonly platforms: readonly PlatformName[];
  /** The published questions of both forms. If left out, those that have a column. */
  readonly questions?: SiteInfo['questions'];
  readonly leadQuestions?: SiteInfo['questions'];
}

/** Averages for each tracked visit: leads with a blocked tracker, and buyers who never visited the page. */
const UNTRACKED_LEADS_PER_VISIT = 0.0008;
const NON_VISITING_BUYERS_PER_VISIT = 0.0003;

/** Yields requests in the order of their arrival, and returns the report that the server should make of them. */
export function* simulateMonth({
  visits,
  seed,
  now,
  platforms,
  questions = [],
  leadQuestions = [],
}: MonthOptions): Generator<SimulatedRequest, ExpectedReport> {
  const random = {
    behavior: createRandom(seed),
    identity: createRandom(seed ^ Math.floor(now / 1000)),
  };
  const people = createPeople(random.identity);
  const schedule = createSchedule(random.behavior);
  const tally = createTally();
  const planSale = createSalePlanner({ random, people, platforms, until: now });
  function sell(purchase: Purchase) {
    for (const sale of planSale(purchase)) {
      tally.addSale(sale);
      for (const notice of sale.notices) schedule.addNotice(notice);
    }
  }
  const simulation: Simulation = { random, schedule, tally, sell, questions, leadQuestions };
  const { makeVisitor, pickVisitor } = createVisitors(random, people);

  let nextFlush = 0;
  for (const at of visitTimes(visits, now, random.behavior)) {
    // Once per simulated day, so that the month is never in memory as a whole.
    if (at >= nextFlush) {
      yield* schedule.takeBefore(at);
      nextFlush = at + DAY_MS;
    }
    simulateVisit(simulation, pickVisitor(at), at);
    if (random.behavior.chance(UNTRACKED_LEADS_PER_VISIT)) {
      simulateUntrackedVisit(simulation, makeVisitor(at), at);
    }
    if (random.behavior.chance(NON_VISITING_BUYERS_PER_VISIT)) {
      sell({ buyer: people.makePerson(), owner: null, at, isCart: false });
    }
  }
  yield* schedule.takeBefore(Number.POSITIVE_INFINITY);
  return tally.toReport(startOfFirstDay(now), now);
}

const MONTH_DAYS = 30;
/** Longer than any visit, so that a visit that begins this long before `now` has only past events. */
const MAX_VISIT_MS = HOUR_MS;

/** Relative numbers of visits by weekday, Sunday first, and by hour of Brasília. */
const WEEKDAY_WEIGHTS = [0.75, 0.95, 1.1, 1.1, 1.05, 1, 0.9];
// biome-ignore format: one line
const HOUR_WEIGHTS = [8, 4, 2, 1, 1, 2, 5, 9, 13, 16, 18, 21, 26, 22, 18, 17, 18, 21, 27, 33, 37, 36, 28, 16];
const MAX_WEIGHT = Math.max(...WEEKDAY_WEIGHTS) * Math.max(...HOUR_WEIGHTS);

/** Returns the start of the first of the 30 days in Brasília, in ms since 1970. */
function startOfFirstDay(now: number): number {
  const lastDay = startOfDay(dayOf(now - MAX_VISIT_MS));
  if (lastDay === null) throw new Error(`No day of Brasília: ${now}`);
  return lastDay - (MONTH_DAYS - 1) * DAY_MS;
}

/** Returns the starts of the visits, in ms since 1970, in order. */
function visitTimes(visits: number, now: number, behavior: Random): Float64Array {
  const first = startOfFirstDay(now);
  // Midnight in Brasília is 03:00 UTC of the same day.
  const firstWeekday = new Date(first).getUTCDay();
  const makeTime = () => {
    for (;;) {
      const time = behavior.between(first, now - MAX_VISIT_MS - 1);
      const hours = Math.floor((time - first) / HOUR_MS);
      const weekday = (firstWeekday + Math.floor(hours / 24)) % 7;
      const weight = (WEEKDAY_WEIGHTS[weekday] ?? 0) * (HOUR_WEIGHTS[hours % 24] ?? 0);
      if (behavior.chance(weight / MAX_WEIGHT)) return time;
    }
  };
  return Float64Array.from({ length: visits }, makeTime).sort();
}
