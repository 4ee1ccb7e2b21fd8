import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/contacts/application';
import type { LeadRow } from '@funil/contract/contacts/lead';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { EventRow } from '@funil/contract/visits/event';
import type { PlannedNotice } from './platforms/simulator.ts';
import type { Random } from './random.ts';

interface SaveId {
  readonly save_id: string;
}

export type SimulatedRequest =
  | { readonly endpoint: 'jornada'; readonly rows: readonly EventRow[] }
  | { readonly endpoint: 'leads'; readonly row: LeadRow; readonly key: string }
  | { readonly endpoint: 'application_drafts'; readonly row: ApplicationDraftRow & SaveId }
  | { readonly endpoint: 'applications'; readonly row: ApplicationRow & SaveId }
  | { readonly endpoint: 'postbacks'; readonly notice: PlannedNotice };

const EVENTS_ODDS = { late: 0.1, repeated: 0.05 };
const FORM_ODDS = { late: 0.02, repeated: 0.05 };
const NOTICE_ODDS = { late: 0.1, repeated: 0.05 };

export type Schedule = ReturnType<typeof createSchedule>;

/** Orders requests by the time at which the server receives them. */
export function createSchedule(behavior: Random) {
  let waiting: { readonly at: number; readonly request: SimulatedRequest }[] = [];
  const add = (at: number, request: SimulatedRequest) => waiting.push({ at, request });
  return {
    /** Adds a request that the page sends at `at`, in ms since 1970. */
    addFromPage(at: number, request: SimulatedRequest) {
      const { late, repeated } = request.endpoint === 'jornada' ? EVENTS_ODDS : FORM_ODDS;
      if (behavior.chance(repeated)) add(at + behavior.between(MINUTE_MS, DAY_MS), request);
      add(at + (behavior.chance(late) ? behavior.between(HOUR_MS, 2 * DAY_MS) : 0), request);
    },
    /** Platforms retry for hours, so a later notice may arrive first. */
    addNotice(notice: PlannedNotice) {
      const request = { endpoint: 'postbacks', notice } as const;
      const delay = behavior.chance(NOTICE_ODDS.late)
        ? behavior.between(10 * MINUTE_MS, 3 * DAY_MS)
        : behavior.between(SECOND_MS, 9 * SECOND_MS);
      add(notice.at + delay, request);
      if (!behavior.chance(NOTICE_ODDS.repeated)) return;
      add(notice.at + delay + behavior.between(MINUTE_MS, 10 * HOUR_MS), request);
    },
    /** Removes and yields the requests that arrive before `time`, in order. */
    *takeBefore(time: number): Generator<SimulatedRequest> {
      const due = waiting.filter(({ at }) => at < time);
      waiting = waiting.filter(({ at }) => at >= time);
      for (const { request } of due.sort((a, b) => a.at - b.at)) yield request;
    },
  };
}
