import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import { eventTable, funilTable } from '../store/funil-tables.ts';
import { Tally } from './tally.ts';
import type { StoredEvent, Visit } from './visit.ts';
import { extendVisit, groupBySession } from './visit-keeper.ts';
import { SELECT_EVENTS, SELECT_VISITS } from './visit-queries.ts';
import { readVisit, type VisitRow } from './visit-rows.ts';

/** A transaction that sees the database as it was at one moment. */
export interface Snapshot {
  readonly database: Kysely<Tables>;
  readonly dialect: DialectName;
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
const PORTION = 20_000;
const MOST = 300_000;

/** What events do that are not in their visits yet: of the last second, while a server runs. */
export async function foldUnread({ database, dialect }: Snapshot): Promise<Unread> {
  const progress = funilTable(dialect, 'visit_progress');
  const { rows } = await sql<{ last: number; newest: number | null }>`
    select last_number as last, (
      select max(number) from ${eventTable(dialect)} where number > visit_progress.last_number
    ) as newest
    from ${progress}`.execute(database);
  const { last = 0, newest = null } = rows[0] ?? {};
  const tally = new Tally();
  const visits = new Map<string, Visit>();
  const end = Math.min(newest ?? 0, Number(last) + MOST);
  for (let after = Number(last); after < end; after += PORTION) {
    const page = await database.executeQuery<StoredEvent>(
      CompiledQuery.raw(SELECT_EVENTS[dialect], [after, after + PORTION]),
    );
    const sessions = groupBySession(page.rows);
    const unknown = [...sessions.keys()].filter((session) => !visits.has(session));
    for (const visit of await findVisits({ database, dialect }, unknown)) {
      visits.set(visit.session_id, visit);
    }
    for (const [session, further] of sessions) {
      const visit = extendVisit(visits.get(session), further, tally);
      if (visit) visits.set(session, visit);
    }
  }
  return { tally, visits, left: Math.max(0, (newest ?? 0) - end) };
}

async function findVisits({ database, dialect }: Snapshot, sessions: string[]): Promise<Visit[]> {
  const list = dialect === 'sqlite' ? JSON.stringify(sessions) : sessions;
  const query = CompiledQuery.raw(SELECT_VISITS[dialect], [list]);
  const { rows } = await database.executeQuery<VisitRow>(query);
  return rows.map(readVisit);
}
