import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { DeliveryTables } from '../../store/delivery-tables.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';
import { newestNumbers } from '../../store/row-numbers.ts';

export type Source = DeliveryTables['delivery_progress']['source'];

/** How far the rows of a source reach, as row numbers. */
export interface Reach {
  /** The newest row. */
  readonly newest: number;
  /** No new row will appear up to this number. */
  readonly settled: number;
}

type Reaches = Readonly<Record<Source, Reach>>;

/** Returns a function that reads how far the rows of each source reach. */
export const watchRows = (database: Database): (() => Promise<Reaches>) =>
  database.dialect === 'sqlite' ? watchSqlite(database) : watchPostgres(database);

/** SQLite has one writer at a time: all rows are settled. */
function watchSqlite(database: Database): () => Promise<Reaches> {
  return async () => {
    const { rows } = await sql<
      Record<'leads' | 'applications' | 'drafts' | 'sales', number | null>
    >`
      select (select max(id) from leads) as leads, (select max(rowid) from applications) as applications,
        (select max(rowid) from application_drafts) as drafts,
        (select max(number) from sale_moments) as sales`.execute(database);
    const reach = (newest = rows[0]?.leads) => ({ newest: newest ?? 0, settled: newest ?? 0 });
    const drafts = reach(rows[0]?.drafts ?? 0);
    return {
      leads: reach(rows[0]?.leads ?? 0),
      applications: reach(rows[0]?.applications ?? 0),
      drafts,
      abandoned: drafts,
      sales: reach(rows[0]?.sales ?? 0),
    };
  };
}

const SEQUENCES = [
  'public.leads_id_seq',
  'public.applications_number_seq',
  'public.application_drafts_number_seq',
];

function watchPostgres(database: Database): () => Promise<Reaches> {
  const numbers = watchNumbers(
    async (text, values) =>
      (await database.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])))
        .rows,
    SEQUENCES,
  );
  return async () => {
    const { newest, settled } = await numbers.look();
    // The writer of sale_moments holds the sales' write lock until its commit: rows appear in order.
    const { rows } = await sql<{ sales: number | null }>`
      select max(number) as sales from funil.sale_moments`.execute(database);
    const sales = rows[0]?.sales ?? 0;
    const reach = (index: number): Reach => ({
      newest: newest[index] ?? 0,
      settled: settled[index] ?? 0,
    });
    return {
      leads: reach(0),
      applications: reach(1),
      drafts: reach(2),
      abandoned: reach(2),
      sales: { newest: sales, settled: sales },
    };
  };
}

/** Rows that appear out of order within this time are found at once; later ones once they are settled. */
const REORDER_WINDOW_MS = 30_000;

/** Progress beyond the settled rows of a source; in memory, since these rows are scanned again. */
export interface LookAhead {
  /** Returns after which number to go on. */
  next(last: number): number;
  /** Records that all rows up to a number were scanned, and whether it is the end. */
  advance(number: number, isEnd: boolean): void;
}

/**
 * Goes batch by batch through the unsettled rows while a long transaction settles none; from the end back to
 * the rows of the last half minute, among which late ones may have appeared.
 * @param uptime monotonic, in ms
 */
export function createLookAhead(uptime: () => number): LookAhead {
  let next = 0;
  let back = 0;
  let end = { number: 0, at: Number.NEGATIVE_INFINITY };
  return {
    next: (last) => Math.max(last, next),
    advance(number, isEnd) {
      next = isEnd ? back : number;
      if (!isEnd || uptime() - end.at < REORDER_WINDOW_MS) return;
      back = end.number;
      end = { number, at: uptime() };
    },
  };
}

/**
 * Lowers scan progress and subscription starts to the existing rows: a copy of SQLite's file that was made row
 * by row may renumber them. PostgreSQL's numbers are columns, and stay.
 */
export async function clampProgress(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  await sql`
    update delivery_progress set last_number = reached.newest
    from (
      select 'leads' as source, coalesce((select max(id) from leads), 0) as newest
      union all select 'applications', coalesce((select max(rowid) from applications), 0)
      union all select 'drafts', coalesce((select max(rowid) from application_drafts), 0)
      union all select 'abandoned', coalesce((select max(rowid) from application_drafts), 0)
    ) as reached
    where reached.source = delivery_progress.source and last_number > reached.newest`.execute(
    database,
  );
  const newest = newestNumbers('sqlite');
  await sql`
    update destinations set leads_after = min(leads_after, ${sql.raw(newest.leads_after)}),
      applications_after = min(applications_after, ${sql.raw(newest.applications_after)}),
      drafts_after = min(drafts_after, ${sql.raw(newest.drafts_after)})`.execute(database);
}
