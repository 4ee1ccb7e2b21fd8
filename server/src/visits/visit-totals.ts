import type { Mutable } from '@funil/contract/console/origins';
import type { ReportVisitHour } from '@funil/contract/console/report';
import { HOUR_MS } from '@funil/contract/durations';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../store/database.ts';
import { hexOf, msOf, newestEventNumber, storedMs } from '../store/sql.ts';
import { BRASILIA_OFFSET_MS, dayOf, startOfDay } from './brasilia.ts';
import { Tally, type VisitOrigin } from './count-visit.ts';
import {
  extendVisit,
  readVisit,
  SELECT_EVENTS,
  SELECT_VISITS,
  type VisitRow,
} from './update-visits.ts';
import { type Purchase, STAGES, type StoredEvent, type Visit } from './visit.ts';

/** One total of visits of a kind, such as those that reached a stage. */
export interface Total {
  /** Day of Brasília, `AAAA-MM-DD`; empty if the total is of all days. */
  readonly day: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** Empty if the total is of all creatives: only stages distinguish them. */
  readonly content: string;
  readonly kind: string;
  readonly label: string;
  readonly visits: number;
  readonly amount: number;
}

/** A purchase that a visitor's browser reported. */
export interface VisitPurchase extends Utms, Purchase {
  readonly transaction: string;
}

interface VisitTotals {
  readonly totals: Total[];
  readonly purchases: VisitPurchase[];
  /** In order. */
  readonly hours: ReportVisitHour[];
  /** About how many events are in neither: with a backlog, such as after an upgrade. */
  readonly unreadEvents: number;
  /** When the newest counted event was stored, in ISO; null: all events are counted, or none. */
  readonly countedUntil: string | null;
}

/** Starts of days of Brasília as ISO times, the end excluded; null: open. */
interface Period {
  readonly from: string | null;
  readonly until: string | null;
}

/** Days as `AAAA-MM-DD`, the end excluded; an open start is empty. */
interface Days {
  readonly from: string;
  readonly until: string;
}

const readDays = ({ from, until }: Period): Days => ({
  from: from === null ? '' : dayOf(Date.parse(from)),
  until: until === null ? '9999-12-31' : dayOf(Date.parse(until)),
});

const isInDays = (day: string, { from, until }: Days) => day >= from && day < until;

/**
 * Returns the totals of all visits that began in a period, including events that the updater has not read yet.
 * @param maxUnread of those events; a longer backlog is only counted, because a report must not wait for it
 */
export function readVisitTotals(
  database: Database,
  period: Period,
  maxUnread = MAX_UNREAD_EVENTS,
): Promise<VisitTotals> {
  const isolated = database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return isolated.execute(async (snapshot) => {
    const days = readDays(period);
    const unread = await readUnread(snapshot, maxUnread);
    return {
      totals: [...(await readStoredTotals(snapshot, days)), ...listUnread(unread, days)],
      purchases: await readPurchases(snapshot, days, unread),
      hours: await readHours(snapshot, days, unread),
      unreadEvents: unread.left,
      countedUntil: unread.countedUntil,
    };
  });
}

/** Kinds that are shown by day; the others are summed over the complete period. */
const DAILY_KINDS: readonly string[] = ['visit', ...STAGES];

/** A stored total: {@link VisitOrigin}'s key stands for its UTMs. */
type StoredTotal = Pick<Total, 'day' | 'kind' | 'label' | 'visits' | 'amount'> & {
  readonly origin: string;
};

async function readStoredTotals(database: Kysely<Tables>, days: Days): Promise<Total[]> {
  const totals = sql.table('visit_totals');
  const daily = sql.join(DAILY_KINDS.map((kind) => sql.lit(kind)));
  const day = dialectOf(database) === 'sqlite' ? sql`day` : sql`to_char(day, 'YYYY-MM-DD')`;
  const isAfterStart: RawBuilder<unknown> = days.from === '' ? sql`` : sql`day >= ${days.from} and`;
  const isWithin = sql`${isAfterStart} day < ${days.until}`;
  const { rows } = await sql<StoredTotal>`
    select ${day} as day, origin, kind, label, visits, amount
    from ${totals} where kind in (${daily}) and ${isWithin}
    union all
    select '' as day, origin, kind, label, sum(visits) as visits, sum(amount) as amount
    from ${totals} where kind not in (${daily}) and ${isWithin}
    group by origin, kind, label`.execute(database);
  const origins = await sql<VisitOrigin>`select * from ${sql.table('visit_origins')}`.execute(
    database,
  );
  return addOrigins(rows, origins.rows);
}

function listUnread({ tally }: Unread, days: Days): Total[] {
  const changes = tally.changes().filter(({ day }) => isInDays(day, days));
  return addOrigins(
    changes.map((change) => (DAILY_KINDS.includes(change.kind) ? change : { ...change, day: '' })),
    tally.origins(),
  );
}

function addOrigins(totals: readonly StoredTotal[], known: readonly VisitOrigin[]): Total[] {
  const origins = new Map(known.map((origin) => [origin.origin, origin]));
  return totals.map(({ origin, day, kind, label, visits, amount }) => {
    const utms = origins.get(origin);
    return {
      day,
      kind,
      label,
      visits: Number(visits),
      amount: Number(amount),
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
      ${sql.join(UTM_FIELDS.map((field) => sql.ref(field)))}
    from ${sql.table('visits')} where purchase`.execute(database);
  const stored = rows
    .filter(({ session_id }) => !unread.visits.has(session_id))
    .map((row) => ({ ...row, detail: JSON.parse(row.detail) as Visit['detail'] }));
  return [...stored, ...unread.visits.values()]
    .filter(({ began_at }) => isInDays(dayOf(Number(began_at)), days))
    .flatMap(({ detail, utm_source, utm_medium, utm_campaign, utm_content, utm_term }) =>
      Object.entries(detail.purchases ?? {}).map(([transaction, purchase]) => ({
        transaction,
        ...purchase,
        utm_source,
        utm_medium,
        utm_campaign,
        utm_content,
        utm_term,
      })),
    );
}

/** Counts visits by the hour of Brasília in which they began. */
async function readHours(
  database: Kysely<Tables>,
  days: Days,
  { visits: unread }: Unread,
): Promise<ReportVisitHour[]> {
  const ms = msOf(database, 'began_at');
  // Without bounds, a visitor's clock may claim any year.
  const first = storedMs(database, startOfDay(days.from) ?? 0);
  const end = storedMs(database, startOfDay(days.until) ?? 0);
  const { rows } = await sql<{ began_at: number; visits: number; with_lead: number }>`
    select ${ms} - ${ms} % ${sql.lit(HOUR_MS)} as began_at, count(*) as visits,
      count(case when lead then 1 end) as with_lead
    from ${sql.table('visits')} where began_at >= ${first} and began_at < ${end}
    group by 1`.execute(database);
  const hours = new Map<number, Mutable<ReportVisitHour>>();
  const add = (beganAt: number, visits: number, withLead: number) => {
    const hour = new Date(beganAt - BRASILIA_OFFSET_MS).getUTCHours();
    const known = hours.get(hour) ?? { hour, visits: 0, with_lead: 0 };
    known.visits += visits;
    known.with_lead += withLead;
    hours.set(hour, known);
  };
  for (const row of rows) add(Number(row.began_at), Number(row.visits), Number(row.with_lead));
  // A visit with unread events counts as it is with them.
  const addEach = (visits: Iterable<Visit>, sign: 1 | -1) => {
    for (const { began_at, lead } of visits) {
      if (isInDays(dayOf(began_at), days)) add(began_at, sign, lead ? sign : 0);
    }
  };
  addEach(await findVisits(database, [...unread.keys()]), -1);
  addEach(unread.values(), 1);
  return [...hours.values()].filter(({ visits }) => visits > 0).sort((a, b) => a.hour - b.hour);
}

interface Unread {
  /** How the events change the totals. */
  readonly tally: Tally;
  /** The visits of the events, which are added to them. */
  readonly visits: ReadonlyMap<string, Visit>;
  /** About how many events are left out. */
  readonly left: number;
  /** When the newest event that is not left out was stored, in ISO; null: no event is left out, or none was read. */
  readonly countedUntil: string | null;
}

const EVENTS_PER_QUERY = 20_000;
/** About a second's reading. */
const MAX_UNREAD_EVENTS = 50_000;

/** Reads the events that the updater has not added to their visits yet: while a server runs, those of the last second. */
async function readUnread(database: Kysely<Tables>, maxEvents: number): Promise<Unread> {
  const { rows } = await sql<{ last: number; newest: number | null }>`
    select last_number as last, ${newestEventNumber(database)} as newest
    from ${sql.table('visit_progress')}`.execute(database);
  const last = Number(rows[0]?.last ?? 0);
  const newest = Number(rows[0]?.newest ?? 0);
  const tally = new Tally();
  const visits = new Map<string, Visit>();
  const end = Math.min(newest, last + maxEvents);
  let readUntil: number | null = null;
  for (let after = last; after < end; after += EVENTS_PER_QUERY) {
    const page = await database.executeQuery<StoredEvent>(
      CompiledQuery.raw(SELECT_EVENTS[dialectOf(database)], [
        after,
        Math.min(end, after + EVENTS_PER_QUERY),
      ]),
    );
    readUntil = page.rows.at(-1)?.created_at ?? readUntil;
    const sessions = Map.groupBy(page.rows, ({ session_id }) => session_id);
    const unknown = [...sessions.keys()].filter((session) => !visits.has(session));
    for (const visit of await findVisits(database, unknown)) visits.set(visit.session_id, visit);
    for (const [session, events] of sessions) {
      const visit = extendVisit(visits.get(session), events, tally);
      if (visit) visits.set(session, visit);
    }
  }
  const left = Math.max(0, newest - end);
  const isPartial = left > 0 && readUntil !== null;
  return {
    tally,
    visits,
    left,
    countedUntil: isPartial ? new Date(Number(readUntil)).toISOString() : null,
  };
}

async function findVisits(database: Kysely<Tables>, sessions: string[]): Promise<Visit[]> {
  const dialect = dialectOf(database);
  const list = dialect === 'sqlite' ? JSON.stringify(sessions) : sessions;
  const query = CompiledQuery.raw(SELECT_VISITS[dialect], [list]);
  return (await database.executeQuery<VisitRow>(query)).rows.map(readVisit);
}
