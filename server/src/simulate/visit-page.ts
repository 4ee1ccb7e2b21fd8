import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { Arrivals, Deed, Delivery } from './arrivals.ts';
import {
  arrive,
  type Diary,
  fillApplication,
  fillLeadForm,
  openDiary,
  readPage,
} from './page-events.ts';
import type { Owner, Purchase } from './plan-sale.ts';
import { type Dice, timeUuid } from './random.ts';
import { applicationRows, leadRow } from './rows.ts';
import type { Truth } from './truth.ts';
import type { People, Visitor } from './visitors.ts';

/** What a visit needs of the month that it lies in. */
export interface Stage {
  readonly dice: Dice;
  readonly people: People;
  readonly arrivals: Arrivals;
  readonly truth: Truth;
  readonly delivery: Delivery;
  sell(purchase: Purchase): void;
}

const BOUNCE = 0.24;
/** Of those who read: how many press for the short form, for the application. */
const PRESS = 0.205;
const APPLY = 0.028;
/** Of those at the checkout: how many fill it in, how many tell who they are and leave. */
const BUY = 0.15;
const LEAVE_CART = 0.06;
const BUY_MENTORING = 0.1;
/** Longer than clocks may differ: who left a lead after the sale began is not its lead. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;

/** One visit that tells of itself. @returns what arrives at the doors at once */
export function visitPage(stage: Stage, visitor: Visitor, at: number): Deed[] {
  const { dice, truth, delivery } = stage;
  const { story } = dice;
  const diary = openDiary(dice, columnsOf(visitor), at);
  visitor.visits += 1;
  visitor.lastVisit = at;
  truth.visited(visitor.utms);
  arrive(diary, dice, visitor.source);
  const deeds = story.chance(BOUNCE) ? [] : act(stage, visitor, diary);
  return [...delivery.page(diary.now(), { door: 'jornada', rows: diary.events }), ...deeds];
}

function act(stage: Stage, visitor: Visitor, diary: Diary): Deed[] {
  const { story } = stage.dice;
  const { keenness } = visitor.creative;
  const section = readPage(diary, story, visitor.creative);
  if (visitor.busyUntil > diary.now()) return [];
  const wish = story.next() / keenness;
  if (visitor.asksFor !== 'application' && wish < PRESS)
    return askForAccess(stage, visitor, diary, section);
  const applies = wish >= PRESS && wish < PRESS + APPLY;
  if (visitor.asksFor !== 'lead' && applies) return applyForMentoring(stage, visitor, diary);
  return [];
}

function askForAccess(stage: Stage, visitor: Visitor, diary: Diary, section: string): Deed[] {
  const { dice, truth, delivery } = stage;
  const lead = fillLeadForm(diary, dice, section);
  if (!lead) return [];
  const { key, at } = lead;
  visitor.asksFor = 'lead';
  visitor.busyUntil = at;
  truth.leftLead(visitor.utms);
  if (lead.reachedCheckout) {
    truth.reachedCheckout();
    checkOut(stage, visitor, { source: 'lead', ref: key, utms: columnsOf(visitor) }, diary.now());
  }
  return delivery.form(at, {
    door: 'leads',
    key,
    row: leadRow(visitor.person, visitor, diary, at),
  });
}

function checkOut(stage: Stage, visitor: Visitor, owner: Owner, now: number) {
  const { story } = stage.dice;
  const fate = story.next();
  const isCart = fate >= BUY && fate < BUY + LEAVE_CART;
  if (!isCart && fate >= BUY) return;
  const haste = story.next();
  const delay = isCart
    ? story.between(20 * MINUTE_MS, HOUR_MS)
    : haste < 0.7
      ? story.between(MINUTE_MS, 40 * MINUTE_MS)
      : haste < 0.95
        ? story.between(HOUR_MS, 2 * DAY_MS)
        : story.between(2 * DAY_MS, 10 * DAY_MS);
  const at = now + delay;
  visitor.busyUntil = at + CLOCK_DIFFERENCE_MS;
  stage.sell({ buyer: visitor.person, owner, at, isCart });
}

function applyForMentoring(stage: Stage, visitor: Visitor, diary: Diary): Deed[] {
  const { dice, truth, delivery } = stage;
  const { story, names } = dice;
  const left = fillApplication(diary, dice);
  if (!left) return [];
  visitor.asksFor = 'application';
  visitor.busyUntil = left.at;
  const rows = applicationRows(left.id, { person: visitor.person, browser: visitor, diary, story });
  const now = diary.now();
  const save = () => ({ save_id: timeUuid(names, now) });
  const draft = { ...rows.draft, ...save() };
  const sent = delivery.form(now, { door: 'application_drafts', row: draft });
  if (!left.isFinished) return sent;
  truth.applied();
  if (story.chance(BUY_MENTORING)) {
    // The mentor answers within two days, with the way to the checkout.
    const at = now + story.between(4 * HOUR_MS, 6 * DAY_MS);
    visitor.busyUntil = at + CLOCK_DIFFERENCE_MS;
    const owner: Owner = { source: 'application', ref: left.id, utms: columnsOf(visitor) };
    stage.sell({ buyer: visitor.person, owner, at, isCart: false });
  }
  const application = { ...rows.application, ...save() };
  return [...sent, ...delivery.form(now, { door: 'applications', row: application })];
}

/** A visit whose tracker is blocked: all that is known of it is its lead. */
export function hideVisit(stage: Stage, visitor: Visitor, startedAt: number): Deed[] {
  const { dice, truth, delivery } = stage;
  const diary = openDiary(dice, columnsOf(visitor), startedAt);
  diary.wait(MINUTE_MS, 10 * MINUTE_MS);
  const at = diary.now();
  const key = timeUuid(dice.names, at);
  truth.leftLead(visitor.utms);
  checkOut(stage, visitor, { source: 'lead', ref: key, utms: columnsOf(visitor) }, at);
  const row = leadRow(visitor.person, { ...visitor, visits: 1 }, diary, at);
  return delivery.form(at, { door: 'leads', key, row });
}

/** The five columns alone: when somebody first came is no part of an event. */
function columnsOf({ utms }: Visitor) {
  const { origem_timestamp: _, ...columns } = utms;
  return columns;
}
