import { sql } from 'kysely';
import type { Origin } from './tally.ts';
import { type Days, isWithin, tableOf } from './totals-query.ts';
import type { Snapshot, Unread } from './unread-events.ts';

/** Visits of one piece of advertising: several may speak of the same, and some take away. */
export interface CreativeTotal {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** `utm_content`. */
  readonly content: string;
  readonly kind: 'visit' | 'checkout';
  readonly visits: number;
}

const KINDS: readonly string[] = ['visit', 'checkout'] satisfies CreativeTotal['kind'][];
const isCreative = (kind: string): kind is CreativeTotal['kind'] => KINDS.includes(kind);

/** Visits by creative over a whole period, and those of them that reached the checkout. */
export async function readCreatives(
  at: Snapshot,
  days: Days,
  unread: Unread,
): Promise<CreativeTotal[]> {
  const [totals, origins] = [tableOf(at, 'visit_totals'), tableOf(at, 'visit_origins')];
  const kinds = sql.join(KINDS.map((kind) => sql.lit(kind)));
  const { rows } = await sql<CreativeTotal>`
    select utm_source as source, utm_medium as medium, utm_campaign as campaign,
      utm_content as content, kind, visits
    from (
      select origin, kind, sum(visits) as visits
      from ${totals} where kind in (${kinds}) and ${isWithin(at, days)}
      group by origin, kind
    ) as summed
    join ${origins} on visit_origins.origin = summed.origin`.execute(at.database);
  return [...rows.map((row) => ({ ...row, visits: Number(row.visits) })), ...list(unread, days)];
}

function list({ tally }: Unread, { from, until }: Days): CreativeTotal[] {
  const origins = new Map<string, Origin>(tally.origins().map((known) => [known.origin, known]));
  return tally.deltas().flatMap(({ day, origin, kind, visits }) => {
    const known = origins.get(origin);
    if (!known || !isCreative(kind) || day < from || day >= until) return [];
    const { utm_source, utm_medium, utm_campaign, utm_content } = known;
    const names = { source: utm_source, medium: utm_medium, campaign: utm_campaign };
    return [{ ...names, content: utm_content, kind, visits }];
  });
}
