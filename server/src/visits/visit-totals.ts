import type { Utms } from '@funil/contract/utm';
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../store/database.ts';
import { eventTable, hexOf, msOf } from '../store/sql.ts';
import { dayOf, Tally, type VisitOrigin } from './count-visit.ts';
import {
  extendVisit,
  groupBySession,
  readVisit,
  SELECT_EVENTS,
  SELECT_VISITS,
  type VisitRow,
} from './update-visits.ts';
import { type Purchase, STAGES, type StoredEvent, type Visit } from './visit.ts';

/** A sum over visits: several may speak of the same, and some take away. */
export interface Total {
  /** Of Brasília; empty where days are added up. */
  readonly day: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** Empty where creatives are added up, as they are but for stages. */
  readonly content: string;
  readonly kind: string;
  readonly label: string;
  readonly visits: number;
  readonly amount: number;
}

/** What a visit says it bought. */
export interface VisitPurchase extends Utms, Purchase {
  readonly transaction: string;
}

export interface VisitTotals {
  readonly totals: Total[];
  readonly purchases: VisitPurchase[];
  /** Events, about, that are in no visit yet: after an upgrade, until all of them have been read. */
  readonly unread: number;
}

/** Moments as ISO texts at which days of Brasília begin, the end excluded; null: open. */
interface Period {
  readonly from: string | null;
  readonly until: string | null;
}

/** Days as texts, the end excluded. */
interface Days {
  readonly from: string;
  readonly until: string;
}

const readDays = ({ from, until }: Period): Days => ({
  from: from === null ? '0000' : dayOf(Date.parse(from)),
  until: until === null ? '9999-12-31' : dayOf(Date.parse(until)),
});

/** All that visits which began in a period come to, those of the last second included. */
export function readVisitTotals(database: Database, period: Period): Promise<VisitTotals> {
  const { dialect } = database;
  const transaction = database.transaction();
  // SQLite's transactions see one moment anyway.
  const isolated =
    dialect === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read');
  return isolated.execute(async (snapshot) => {
    const days = readDays(period);
    const unread = await foldUnread(snapshot);
    return {
      totals: [...(await readStoredTotals(snapshot, days)), ...listUnread(unread, days)],
      purchases: await readPurchases(snapshot, days, unread),
      unread: unread.left,
    };
  });
}

/** Whether a total is of one of the days. */
function isWithin(database: Kysely<Tables>, { from, until }: Days): RawBuilder<boolean> {
  if (dialectOf(database) === 'sqlite') return sql`day >= ${from} and day < ${until}`;
  const first = from === '0000' ? '-infinity' : from;
  return sql`day >= ${first}::date and day < ${until}::date`;
}

/** Kinds that are shown by day; the others are summed over the whole period. */
const BY_DAY: readonly string[] = ['visit', ...STAGES];

/** A total as it is stored: its origin by a short name. */
type NamedTotal = Pick<Total, 'day' | 'kind' | 'label' | 'visits' | 'amount'> & {
  readonly origin: string;
};

async function readStoredTotals(database: Kysely<Tables>, days: Days): Promise<Total[]> {
  const totals = sql.table('visit_totals');
  const origins = sql.table('visit_origins');
  const stages = sql.join(BY_DAY.map((stage) => sql.lit(stage)));
  const day = dialectOf(database) === 'sqlite' ? sql`day` : sql`to_char(day, 'YYYY-MM-DD')`;
  const { rows } = await sql<NamedTotal>`
    select ${day} as day, origin, kind, label, visits, amount
    from ${totals} where kind in (${stages}) and ${isWithin(database, days)}
    union all
    select '' as day, origin, kind, label, sum(visits) as visits, sum(amount) as amount
    from ${totals} where kind not in (${stages}) and ${isWithin(database, days)}
    group by origin, kind, label`.execute(database);
  const known = await sql<VisitOrigin>`select * from ${origins}`.execute(database);
  return nameOrigins(rows, known.rows);
}

function listUnread({ tally }: Unread, { from, until }: Days): Total[] {
  const deltas = tally.deltas().filter(({ day }) => day >= from && day < until);
  return nameOrigins(
    deltas.map((delta) => (BY_DAY.includes(delta.kind) ? delta : { ...delta, day: '' })),
    tally.origins(),
  );
}

function nameOrigins(totals: readonly NamedTotal[], known: readonly VisitOrigin[]): Total[] {
  const origins = new Map(known.map((origin) => [origin.origin, origin]));
  return totals.map(({ origin, day, kind, label, visits, amount }) => {
    const utms = origins.get(origin);
    return {
      ...{ day, kind, label, visits: Number(visits), amount: Number(amount) },
      source: utms?.utm_source ?? '',
      medium: utms?.utm_medium ?? '',
      campaign: utms?.utm_campaign ?? '',
      content: utms?.utm_content ?? '',
    };
  });
}

async function readPurchases(
  database: Kysely<Tables>,
  days: Days,
  unread: Unread,
): Promise<VisitPurchase[]> {
  const { rows } = await sql<Utms & { session_id: string; began_at: number; detail: string }>`
    select ${hexOf(database, 'session_id')} as session_id, ${msOf(database, 'began_at')} as began_at, detail,
      utm_source, utm_medium, utm_campaign, utm_content, utm_term
    from ${sql.table('visits')} where purchase`.execute(database);
  const stored = rows
    .filter(({ session_id }) => !unread.visits.has(session_id))
    .map(({ began_at, detail, ...visit }) => ({
      ...visit,
      began_at: Number(began_at),
      detail: JSON.parse(detail) as Visit['detail'],
    }));
  return [...stored, ...unread.visits.values()]
    .filter(({ began_at }) => dayOf(began_at) >= days.from && dayOf(began_at) < days.until)
    .flatMap(({ detail, utm_source, utm_medium, utm_campaign, utm_content, utm_term }) =>
      Object.entries(detail.purchases ?? {}).map(([transaction, purchase]) => ({
        ...{ transaction, ...purchase },
        ...{ utm_source, utm_medium, utm_campaign, utm_content, utm_term },
      })),
    );
}

export interface Unread {
  /** What the events do to the totals. */
  readonly tally: Tally;
  /** Visits that they belong to, as they are with them. */
  readonly visits: ReadonlyMap<string, Visit>;
  /** Events, about, that are left out: more than are held in memory. */
  readonly left: number;
}

/** Numbers that are read at once. */
const EVENTS_PER_QUERY = 20_000;
const MAX_UNREAD_EVENTS = 300_000;

/** What events do that are not in their visits yet: of the last second, while a server runs. */
export async function foldUnread(database: Kysely<Tables>): Promise<Unread> {
  const progress = sql.table('visit_progress');
  const { rows } = await sql<{ last: number; newest: number | null }>`
    select last_number as last, (
      select max(number) from ${eventTable(database)} where number > visit_progress.last_number
    ) as newest
    from ${progress}`.execute(database);
  const { last = 0, newest = null } = rows[0] ?? {};
  const tally = new Tally();
  const visits = new Map<string, Visit>();
  const end = Math.min(newest ?? 0, Number(last) + MAX_UNREAD_EVENTS);
  for (let after = Number(last); after < end; after += EVENTS_PER_QUERY) {
    const page = await database.executeQuery<StoredEvent>(
      CompiledQuery.raw(SELECT_EVENTS[dialectOf(database)], [after, after + EVENTS_PER_QUERY]),
    );
    const sessions = groupBySession(page.rows);
    const unknown = [...sessions.keys()].filter((session) => !visits.has(session));
    for (const visit of await findVisits(database, unknown)) {
      visits.set(visit.session_id, visit);
    }
    for (const [session, further] of sessions) {
      const visit = extendVisit(visits.get(session), further, tally);
      if (visit) visits.set(session, visit);
    }
  }
  return { tally, visits, left: Math.max(0, (newest ?? 0) - end) };
}

async function findVisits(database: Kysely<Tables>, sessions: string[]): Promise<Visit[]> {
  const dialect = dialectOf(database);
  const list = dialect === 'sqlite' ? JSON.stringify(sessions) : sessions;
  const query = CompiledQuery.raw(SELECT_VISITS[dialect], [list]);
  const { rows } = await database.executeQuery<VisitRow>(query);
  return rows.map(readVisit);
}
