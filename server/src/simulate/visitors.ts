import type { UtmRecord } from '@funil/contract/utm';
import type { People, Person } from './people.ts';
import type { Random } from './random.ts';
import { type Creative, SOURCES, type Source } from './sources.ts';

/** Somebody with a browser, which remembers where it first came from. */
export interface Visitor {
  readonly source: Source;
  readonly creative: Creative;
  readonly utms: UtmRecord;
  readonly person: Person;
  /** What somebody asked for is asked for again: whose sale it is would be open otherwise. */
  asksFor: 'lead' | 'application' | null;
  visits: number;
  lastVisit: number;
  /** Until then a sale is under way, and no further lead is left. */
  busyUntil: number;
}

const RETURNING = 0.12;
/** Most who may come back. */
const REMEMBERED = 2000;

/** Picks who comes at a moment: mostly somebody new. */
export function createVisitors(story: Random, people: People) {
  const known: Visitor[] = [];

  function makeVisitor(at: number): Visitor {
    const source = story.weighted(SOURCES);
    const creative = story.weighted(source.creatives);
    const utms = {
      utm_source: source.source,
      utm_medium: source.medium,
      utm_campaign: source.campaign,
      utm_content: creative.content,
      utm_term: creative.term ?? '',
      origem_timestamp: new Date(at).toISOString(),
    };
    const person = people.makePerson();
    const state = { asksFor: null, visits: 0, lastVisit: at, busyUntil: 0 };
    return { source, creative, utms, person, ...state };
  }

  return {
    makeVisitor,
    /** @param dayStart who was here since does not come back */
    comeBy(at: number, dayStart: number): Visitor {
      const old = story.chance(RETURNING) ? known[story.between(0, known.length - 1)] : undefined;
      if (old && old.lastVisit < dayStart) return old;
      const visitor = makeVisitor(at);
      if (known.length < REMEMBERED) known.push(visitor);
      else known[story.between(0, REMEMBERED - 1)] = visitor;
      return visitor;
    },
  };
}
