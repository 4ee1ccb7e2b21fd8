import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Tally } from './expected-report.ts';
import { composeApplicationRows, composeLeadRow } from './form-rows.ts';
import type { Purchase, SaleOwner } from './plan-sale.ts';
import { type RandomStreams, timeUuid } from './random.ts';
import type { Schedule } from './schedule.ts';
import {
  fillApplication,
  fillLeadForm,
  readPage,
  recordArrival,
  startVisit,
  type Visit,
} from './visit-events.ts';
import type { Visitor } from './visitors.ts';

export interface Simulation {
  readonly random: RandomStreams;
  readonly schedule: Schedule;
  readonly tally: Tally;
  readonly questions: SiteInfo['questions'];
  readonly leadQuestions: SiteInfo['questions'];
  sell(purchase: Purchase): void;
}

const BOUNCE_SHARE = 0.24;
const OPEN_LEAD_FORM_SHARE = 0.205;
const OPEN_APPLICATION_SHARE = 0.028;
const BUY_SHARE = 0.15;
const LEAVE_CART_SHARE = 0.06;
const BUY_MENTORING_SHARE = 0.1;
/** The server allows for clocks that differ by less when it matches a sale to earlier leads only. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;

export function simulateVisit(simulation: Simulation, visitor: Visitor, at: number): void {
  const { random, tally, schedule } = simulation;
  const visit = startVisit(random, visitor.link.utms, at);
  visitor.visits += 1;
  visitor.lastVisit = at;
  tally.addVisit(visitor.utms);
  recordArrival(visit, random, visitor.link);
  if (!random.behavior.chance(BOUNCE_SHARE)) readAndFillForm(simulation, visitor, visit);
  schedule.addFromPage(visit.now(), { endpoint: 'jornada', rows: visit.events });
}

function readAndFillForm(simulation: Simulation, visitor: Visitor, visit: Visit) {
  const { behavior } = simulation.random;
  const section = readPage(visit, behavior, visitor.link);
  if (visitor.busyUntil > visit.now()) return;
  const draw = behavior.next() / visitor.link.interest;
  if (draw < OPEN_LEAD_FORM_SHARE) {
    if (visitor.sentForm !== 'application') sendLead(simulation, visitor, visit, section);
  } else if (draw < OPEN_LEAD_FORM_SHARE + OPEN_APPLICATION_SHARE) {
    if (visitor.sentForm !== 'lead') sendApplication(simulation, visitor, visit);
  }
}

function sendLead(simulation: Simulation, visitor: Visitor, visit: Visit, section: string) {
  const { random, tally, schedule, leadQuestions } = simulation;
  const lead = fillLeadForm(visit, random, section);
  if (!lead) return;
  const { key, at } = lead;
  visitor.sentForm = 'lead';
  visitor.busyUntil = at;
  tally.addLead(visitor.utms);
  if (lead.reachedCheckout) {
    tally.add('checkouts');
    visitCheckout(simulation, visitor, key, visit.now());
  }
  const { behavior } = random;
  const row = composeLeadRow(
    visitor.person,
    { ...visitor, visit, at },
    { behavior, questions: leadQuestions },
  );
  schedule.addFromPage(at, { endpoint: 'leads', key, row });
}

function visitCheckout({ random, sell }: Simulation, visitor: Visitor, ref: string, now: number) {
  const { behavior } = random;
  const draw = behavior.next();
  if (draw >= BUY_SHARE + LEAVE_CART_SHARE) return;
  const isCart = draw >= BUY_SHARE;
  const at = now + (isCart ? behavior.between(20 * MINUTE_MS, HOUR_MS) : hesitationMs());
  visitor.busyUntil = at + CLOCK_DIFFERENCE_MS;
  const owner: SaleOwner = { source: 'lead', ref, utms: visitor.link.utms };
  sell({ buyer: visitor.person, owner, at, isCart });

  function hesitationMs() {
    const speed = behavior.next();
    if (speed < 0.7) return behavior.between(MINUTE_MS, 40 * MINUTE_MS);
    if (speed < 0.95) return behavior.between(HOUR_MS, 2 * DAY_MS);
    return behavior.between(2 * DAY_MS, 10 * DAY_MS);
  }
}

function sendApplication(
  { random, tally, schedule, sell, questions }: Simulation,
  visitor: Visitor,
  visit: Visit,
) {
  const { behavior, identity } = random;
  const started = fillApplication(visit, random);
  if (!started) return;
  visitor.sentForm = 'application';
  visitor.busyUntil = started.at;
  const { draft, application } = composeApplicationRows(started.id, visitor, visit, {
    behavior,
    questions,
  });
  const now = visit.now();
  const withSaveId = <Row extends object>(row: Row) => ({
    ...row,
    save_id: timeUuid(identity, now),
  });
  schedule.addFromPage(now, { endpoint: 'application_drafts', row: withSaveId(draft) });
  if (!started.isFinished) return;
  tally.add('applications');
  schedule.addFromPage(now, { endpoint: 'applications', row: withSaveId(application) });
  if (!behavior.chance(BUY_MENTORING_SHARE)) return;
  // An applicant gets the checkout's address with the mentor's answer, hours or days later.
  const at = now + behavior.between(4 * HOUR_MS, 6 * DAY_MS);
  visitor.busyUntil = at + CLOCK_DIFFERENCE_MS;
  const owner: SaleOwner = { source: 'application', ref: started.id, utms: visitor.link.utms };
  sell({ buyer: visitor.person, owner, at, isCart: false });
}

export function simulateUntrackedVisit(
  simulation: Simulation,
  visitor: Visitor,
  startedAt: number,
): void {
  const { random, tally, schedule, leadQuestions } = simulation;
  const visit = startVisit(random, visitor.link.utms, startedAt);
  visit.wait(MINUTE_MS, 10 * MINUTE_MS);
  const at = visit.now();
  const key = timeUuid(random.identity, at);
  tally.addLead(visitor.utms);
  visitCheckout(simulation, visitor, key, at);
  const { behavior } = random;
  const row = composeLeadRow(
    visitor.person,
    { ...visitor, visits: 1, visit, at },
    { behavior, questions: leadQuestions },
  );
  schedule.addFromPage(at, { endpoint: 'leads', key, row });
}
