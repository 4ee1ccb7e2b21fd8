import { createHash } from 'node:crypto';
import type { MarkedKind } from '@funil/contract/console/live';
import { type RawBuilder, sql } from 'kysely';
import type { RouteDependencies } from './routes/data-route.ts';

const selectMark = (aggregate: string, table: string, where = sql``) =>
  sql`(select ${sql.raw(aggregate)} from ${sql.table(table)} ${where})`;

/** Expressions whose values change with the rows. For speed, they read only an end of an index, or a small table. */
const MARK_EXPRESSIONS: Readonly<Record<MarkedKind, readonly RawBuilder<unknown>[]>> = {
  leads: [selectMark('max(lead_id)', 'contacts', sql`where lead_id is not null`)],
  applications: [
    selectMark('max(at)', 'contacts', sql`where kind = 'application'`),
    selectMark('max(created_at)', 'applications'),
    selectMark('max(created_at)', 'application_drafts'),
  ],
  sales: [
    selectMark('max(updated_at)', 'sales'),
    selectMark('max(id)', 'notices'),
    selectMark(
      'max(last_at)',
      'refused_notices',
      sql`where minute = (select max(minute) from refused_notices)`,
    ),
    selectMark('max(attempted_at)', 'reconciliations'),
    selectMark('count(*)', 'leases', sql`where name like 'reconcile:%'`),
  ],
  spend: [
    selectMark('max(number)', 'ad_spend'),
    selectMark('sum(id)', 'imports', sql`where state in ('running', 'undoing')`),
    selectMark('count(*)', 'imports', sql`where state = 'undone'`),
    selectMark('max(attempted_at)', 'ad_spend_pulls'),
  ],
  deliveries: [
    selectMark('max(created_at)', 'deliveries'),
    selectMark('max(number)', 'delivery_attempts'),
    // Removing or disabling a destination cancels its waiting deliveries.
    selectMark('count(*)', 'destinations'),
    selectMark('count(off_at)', 'destinations'),
    selectMark('max(off_at)', 'destinations'),
    // Ligações also shows what another owner stored or removed.
    selectMark('count(*)', 'stored_settings'),
    selectMark('max(updated_at)', 'stored_settings'),
  ],
  followups: [selectMark('max(id)', 'followup_changes')],
  templates: [selectMark('count(*)', 'templates'), selectMark('sum(version)', 'templates')],
  requests: [selectMark('max(id)', 'lgpd_requests'), selectMark('sum(version)', 'lgpd_requests')],
  page: [
    selectMark('count(*)', 'page_drafts'),
    selectMark('max(changed_at)', 'page_drafts'),
    selectMark('max(number)', 'page_versions'),
  ],
  erasures: [selectMark('times', 'erasure_count')],
};

/** A short hash for each kind, which changes with the columns and rows that views show. */
type Marks = Readonly<Record<MarkedKind, string>>;

type MarkSources = Pick<RouteDependencies, 'database' | 'site'>;

async function readMarks({ database, site }: MarkSources): Promise<Marks> {
  const columns = Object.entries(MARK_EXPRESSIONS).map(([name, expressions]) => {
    const texts = expressions.map((expression) => sql`coalesce(cast(${expression} as text), '')`);
    return sql`${sql.join(texts, sql` || ' ' || `)} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Marks>`select ${sql.join(columns)}`.execute(database);
  const [markTexts] = rows;
  if (!markTexts) throw new Error('The query for the marks returned no row.');
  const { url, isDemo, checkout, products } = site() ?? {};
  // Contacts and sales are shown with links to the checkout.
  const links = JSON.stringify([url, isDemo, checkout, products]);
  const texts = { ...markTexts, leads: markTexts.leads + links, sales: markTexts.sales + links };
  return Object.fromEntries(
    Object.entries(texts).map(([kind, text]) => [kind, toMark(text)]),
  ) as Marks;
}

const toMark = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Consoles that ask within this time share one query. */
const MARKS_SHARED_MS = 500;

export function createMarksReader(sources: MarkSources): () => Promise<Marks> {
  let reading: Promise<Marks> | null = null;
  const forgetMarks = () => {
    reading = null;
  };
  return () => {
    reading ??= readMarks(sources).finally(() => setTimeout(forgetMarks, MARKS_SHARED_MS).unref());
    return reading;
  };
}
