import type { LiveTable } from '@funil/contract/console/status';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DialectName } from '../store/database.ts';
import { funilTable } from '../store/funil-tables.ts';

/** What tells that something in a table is new; each is found at the end of an index. */
const marks = (dialect: DialectName): Record<LiveTable, RawBuilder<unknown>> => {
  const table = (name: string) => funilTable(dialect, name);
  const joined = (...parts: RawBuilder<unknown>[]) =>
    sql.join(
      parts.map((part) => sql`coalesce(cast(${part} as text), '')`),
      sql` || ' ' || `,
    );
  return {
    leads: joined(sql`(select max(lead_id) from ${table('subjects')} where lead_id is not null)`),
    applications: joined(
      sql`(select max(at) from ${table('subjects')} where kind = 'application')`,
      sql`(select max(created_at) from applications)`,
      sql`(select max(created_at) from application_drafts)`,
    ),
    sales: joined(
      sql`(select max(updated_at) from ${table('sales')})`,
      sql`(select max(id) from ${table('notices')})`,
    ),
    deliveries: joined(
      sql`(select max(created_at) from ${table('deliveries')})`,
      sql`(select max(number) from ${table('delivery_tries')})`,
    ),
    subjects: joined(sql`(select max(id) from ${table('followup_changes')})`),
    templates: joined(
      sql`(select count(*) from ${table('templates')})`,
      sql`(select sum(version) from ${table('templates')})`,
    ),
    requests: joined(
      sql`(select max(id) from ${table('lgpd_requests')})`,
      sql`(select sum(version) from ${table('lgpd_requests')})`,
    ),
    erasures: joined(sql`(select times from ${table('erasure_count')})`),
  };
};

/** What {@link readMarks} found: compared with another time's, it tells which tables moved. */
export type Marks = Readonly<Record<LiveTable, string>>;

export async function readMarks(database: Database): Promise<Marks> {
  const columns = Object.entries(marks(database.dialect)).map(
    ([name, mark]) => sql`${mark} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Marks>`select ${sql.join(columns)}`.execute(database);
  const [found] = rows;
  if (!found) throw new Error('A query without a table gave no row.');
  return found;
}

export const findMoved = (before: Marks, after: Marks): LiveTable[] =>
  (Object.keys(after) as LiveTable[]).filter((table) => before[table] !== after[table]);
