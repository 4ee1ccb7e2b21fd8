import { MINUTE_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/platforms';
import { createArrivals, createDelivery, type Deed } from './arrivals.ts';
import { type PlayedDay, spreadVisits } from './calendar.ts';
import { createTill } from './plan-sale.ts';
import { createRandom } from './random.ts';
import { createTruth, type TrueReport } from './truth.ts';
import { hideVisit, type Stage, visitPage } from './visit-page.ts';
import { createPeople, createVisitors } from './visitors.ts';

export interface Month {
  readonly visits: number;
  /** The same seed tells the same story of the thirty days before `now`, whoever it is told to. */
  readonly seed: number;
  /** Ms since the epoch: where the month ends. */
  readonly now: number;
  /** Whose checkouts sell; without one nothing is sold. */
  readonly platforms: readonly PlatformName[];
}

/** For each visit that tells of itself there are these whose tracker is blocked, with a lead. */
const HIDDEN_LEADS = 0.0008;
/** And these who buy without having been on the page. */
const STRANGERS = 0.0003;

/**
 * A month of a sales page: what is done at its doors, roughly in the order in which it arrives, and at
 * the end what it all came to. Nothing in it lies after `now`.
 */
export function* playMonth(month: Month): Generator<Deed, TrueReport> {
  const stage = setStage(month);
  const { arrivals, truth, dice } = stage;
  const visitors = createVisitors(dice.story, stage.people);
  const days = spreadVisits(month.visits, month.now);
  for (const day of days) {
    yield* arrivals.take(day.start);
    for (let count = 0; count < day.visits; count += 1) {
      const at = day.moment(dice.story);
      yield* visitPage(stage, visitors.comeBy(at, day.start), at);
      yield* playStrangers(stage, day, visitors);
    }
  }
  yield* arrivals.take(Number.POSITIVE_INFINITY);
  return truth.tell(days[0]?.start ?? month.now, month.now);
}

function* playStrangers(
  stage: Stage,
  day: PlayedDay,
  { makeVisitor }: ReturnType<typeof createVisitors>,
) {
  const { story } = stage.dice;
  if (story.chance(HIDDEN_LEADS)) {
    const at = day.moment(story);
    yield* hideVisit(stage, makeVisitor(at), at);
  }
  if (story.chance(STRANGERS)) {
    const at = day.moment(story) + story.between(MINUTE_MS, 20 * MINUTE_MS);
    stage.sell({ buyer: stage.people.makePerson(), owner: null, at, isCart: false });
  }
}

function setStage({ seed, now, platforms }: Month): Stage {
  const dice = { story: createRandom(seed), names: createRandom(seed ^ Math.floor(now / 1000)) };
  const people = createPeople(dice.names);
  const arrivals = createArrivals();
  const truth = createTruth();
  const delivery = createDelivery(dice.story, arrivals);
  const [first, ...others] = platforms;
  const ring = first && createTill({ dice, people, platforms: [first, ...others], until: now });
  return {
    ...{ dice, people, arrivals, truth, delivery },
    sell(purchase) {
      const sale = ring?.(purchase);
      if (!sale) return;
      truth.sold(sale);
      for (const notice of sale.notices) delivery.notice(notice);
    },
  };
}
