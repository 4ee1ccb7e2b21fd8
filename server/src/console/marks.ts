import { createHash } from 'node:crypto';
import type { LiveTable } from '@funil/contract/console/status';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';

const select = (aggregate: string, table: string, where = sql``) =>
  sql`(select ${sql.raw(aggregate)} from ${sql.table(table)} ${where})`;

/** Expressions by table whose values change with its rows; each reads one end of an index, or a small table. */
const MARK_EXPRESSIONS: Readonly<Record<LiveTable, readonly RawBuilder<unknown>[]>> = {
  leads: [select('max(lead_id)', 'contacts', sql`where lead_id is not null`)],
  applications: [
    select('max(at)', 'contacts', sql`where kind = 'application'`),
    select('max(created_at)', 'applications'),
    select('max(created_at)', 'application_drafts'),
  ],
  sales: [
    select('max(updated_at)', 'sales'),
    select('max(id)', 'notices'),
    select(
      'max(last_at)',
      'refused_notices',
      sql`where minute = (select max(minute) from refused_notices)`,
    ),
    select('max(attempted_at)', 'reconciliations'),
    select('count(*)', 'leases', sql`where name like 'reconcile:%'`),
  ],
  spend: [
    select('max(number)', 'ad_spend'),
    select('sum(id)', 'imports', sql`where state in ('running', 'undoing')`),
    select('count(*)', 'imports', sql`where state = 'undone'`),
    select('max(attempted_at)', 'ad_spend_pulls'),
  ],
  deliveries: [select('max(created_at)', 'deliveries'), select('max(number)', 'delivery_attempts')],
  subjects: [select('max(id)', 'followup_changes')],
  templates: [select('count(*)', 'templates'), select('sum(version)', 'templates')],
  requests: [select('max(id)', 'lgpd_requests'), select('sum(version)', 'lgpd_requests')],
  page: [
    select('count(*)', 'page_drafts'),
    select('max(changed_at)', 'page_drafts'),
    select('max(number)', 'page_versions'),
  ],
  erasures: [select('times', 'erasure_count')],
};

/** Returns a short hash per table, which changes with its rows and reveals nothing of them. */
type Marks = Readonly<Record<LiveTable, string>>;

async function readMarks(database: Database): Promise<Marks> {
  const columns = Object.entries(MARK_EXPRESSIONS).map(([name, parts]) => {
    const texts = parts.map((part) => sql`coalesce(cast(${part} as text), '')`);
    return sql`${sql.join(texts, sql` || ' ' || `)} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Marks>`select ${sql.join(columns)}`.execute(database);
  const [found] = rows;
  if (!found) throw new Error('The query for the marks returned no row.');
  return Object.fromEntries(
    Object.entries(found).map(([table, text]) => [table, toMark(text)]),
  ) as Marks;
}

const toMark = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Shares one query among the consoles of a team, which ask at different moments of their interval. */
const SHARED_MS = 500;

/** Returns a function that reads the marks, at most twice a second. */
export function createMarksReader(database: Database): () => Promise<Marks> {
  let reading: Promise<Marks> | null = null;
  const forget = () => {
    reading = null;
  };
  return () => {
    reading ??= readMarks(database).finally(() => setTimeout(forget, SHARED_MS).unref());
    return reading;
  };
}
