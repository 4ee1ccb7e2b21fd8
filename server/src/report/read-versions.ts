import type { Version } from '@funil/contract/visits/tested-text';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { msOf } from '../store/sql.ts';
import type { Pair } from './judge-versions.ts';

/** A lead or an application that was left in a visit to the test. */
export interface TestedContact {
  /** `lead <id>` or `application <id>`, as a charge names it (read-sales.ts). */
  readonly contact: string;
  readonly phone_key: string | null;
  readonly email_key: string | null;
  readonly version: Version;
  /** When its visit began, by the visitor's clock, in ms since 1970. */
  readonly seen_at: number;
  /** ISO time. */
  readonly stored_at: string;
}

/** The visits of the newest test, and whom they brought. */
export interface TestedVisits {
  readonly name: string;
  readonly visits: Pair;
  /** Visits of browsers that had not seen the test before. */
  readonly visitors: Pair;
  readonly saw_both: number;
  /** Without those that may be robots. */
  readonly contacts: readonly TestedContact[];
}

type Sums = Record<'visits' | 'visitors' | 'saw_both' | 'newest', number>;

/** Returns the test whose events arrived last; null: no visit saw one. */
export async function readTestedVisits(database: Database): Promise<TestedVisits | null> {
  const { rows } = await sql<Sums & { test: string; version: Version }>`
    select test, version, count(*) as visits, max(last_number) as newest,
      count(case when detail ->> 'seen_before' is null then 1 end) as visitors,
      count(detail ->> 'saw_both') as saw_both
    from ${sql.table('visits')} where test is not null and suspect is null group by test, version`.execute(
    database,
  );
  const [newest] = rows.toSorted((one, other) => Number(other.newest) - Number(one.newest));
  if (!newest) return null;
  const of = (column: keyof Sums, version: Version) =>
    Number(rows.find((row) => row.test === newest.test && row.version === version)?.[column] ?? 0);
  const pairOf = (column: keyof Sums): Pair => ({ a: of(column, 'a'), b: of(column, 'b') });
  return {
    name: newest.test,
    visits: pairOf('visits'),
    visitors: pairOf('visitors'),
    saw_both: of('saw_both', 'a') + of('saw_both', 'b'),
    contacts: await readContacts(database, newest.test),
  };
}

async function readContacts(database: Database, test: string): Promise<TestedContact[]> {
  const seenAt = msOf(database, 'visit.began_at');
  const visits = sql.table('visits');
  const { rows } = await sql<TestedContact>`
    select concat('lead ', lead.id) as contact, lead.phone_key, lead.email_key, visit.version,
      ${seenAt} as seen_at, lead.created_at as stored_at
    from ${visits} as visit join leads as lead on lead.idempotency_key = visit.lead_ref
    where visit.test = ${test} and lead.suspect is null
    union all
    select concat('application ', application.id), application.phone_key, application.email_key,
      visit.version, ${seenAt}, application.created_at
    from ${visits} as visit join applications as application on application.id = visit.application_ref
    where visit.test = ${test} and application.suspect is null`.execute(database);
  return rows.map((row) => ({ ...row, seen_at: Number(row.seen_at) }));
}
