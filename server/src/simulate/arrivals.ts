import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { EventRow } from '@funil/contract/event';
import type { LeadRow } from '@funil/contract/lead';
import type { PlannedNotice } from '../sales/platforms/checkout.ts';
import type { Random } from './random.ts';

interface Saved {
  readonly save_id: string;
}

/** What somebody does at one of the server's doors. */
export type Deed =
  | { readonly door: 'jornada'; readonly rows: readonly EventRow[] }
  | { readonly door: 'leads'; readonly row: LeadRow; readonly key: string }
  | { readonly door: 'application_drafts'; readonly row: ApplicationDraftRow & Saved }
  | { readonly door: 'applications'; readonly row: ApplicationRow & Saved }
  | { readonly door: 'postbacks'; readonly notice: PlannedNotice };

interface Arrival {
  readonly at: number;
  readonly deed: Deed;
}

/** Deeds that arrive later than they were done, kept by the day of their arrival. */
export function createArrivals() {
  const byDay = new Map<number, Arrival[]>();
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  return {
    add(at: number, deed: Deed) {
      const day = byDay.get(dayOf(at));
      if (day) day.push({ at, deed });
      else byDay.set(dayOf(at), [{ at, deed }]);
    },
    /** What has arrived before a moment, in that order, and was not taken yet. */
    *take(before: number): Generator<Deed> {
      for (const day of [...byDay.keys()].sort((a, b) => a - b)) {
        if (day >= dayOf(before) && before !== Number.POSITIVE_INFINITY) break;
        const arrivals = byDay.get(day) ?? [];
        byDay.delete(day);
        for (const { deed } of arrivals.sort((a, b) => a.at - b.at)) yield deed;
      }
    },
  };
}

export type Arrivals = ReturnType<typeof createArrivals>;

/** Pages whose events wait for another day, as behind a tunnel; and batches whose answer was lost. */
const LATE_VISITS = 0.1;
const REPEATED_VISITS = 0.05;
/** Leads that a slow retry stores after all else, and those whose answer was lost. */
const LATE_LEADS = 0.02;
const REPEATED_LEADS = 0.05;
/** Notices that come after what followed them, and those whose answer was lost. */
const LATE_NOTICES = 0.1;
const REPEATED_NOTICES = 0.05;

/** How what was done finds its way: what arrives at once is given back, the rest arrives some day. */
export function createDelivery(story: Random, arrivals: Arrivals) {
  const deliver = (at: number, deed: Deed, odds: { late: number; repeated: number }): Deed[] => {
    if (story.chance(odds.repeated)) arrivals.add(at + story.between(MINUTE_MS, DAY_MS), deed);
    if (!story.chance(odds.late)) return [deed];
    arrivals.add(at + story.between(HOUR_MS, 2 * DAY_MS), deed);
    return [];
  };
  return {
    page: (at: number, deed: Deed) =>
      deliver(at, deed, { late: LATE_VISITS, repeated: REPEATED_VISITS }),
    form: (at: number, deed: Deed) =>
      deliver(at, deed, { late: LATE_LEADS, repeated: REPEATED_LEADS }),
    /** Platforms try again for hours; each notice takes its own way. */
    notice(notice: PlannedNotice) {
      const deed: Deed = { door: 'postbacks', notice };
      const delay = story.chance(LATE_NOTICES)
        ? story.between(10 * MINUTE_MS, 3 * DAY_MS)
        : story.between(SECOND_MS, 9 * SECOND_MS);
      arrivals.add(notice.at + delay, deed);
      if (!story.chance(REPEATED_NOTICES)) return;
      arrivals.add(notice.at + delay + story.between(MINUTE_MS, 10 * HOUR_MS), deed);
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
