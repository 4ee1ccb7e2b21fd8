import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { DeliveryTables } from '../../store/delivery-tables.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';
import { newestNumbers } from '../../store/row-numbers.ts';

export type Source = DeliveryTables['delivery_progress']['source'];

/** Numbers of rows. */
export interface Reach {
  /** The newest there may be. */
  readonly newest: number;
  /** Up to which nothing further will appear. */
  readonly settled: number;
}

type Reaches = Readonly<Record<Source, Reach>>;

/** Tells how far the rows of each source reach. */
export const watchRows = (database: Database): (() => Promise<Reaches>) =>
  database.dialect === 'sqlite' ? watchSqlite(database) : watchPostgres(database);

/** One writes at a time: whatever is there is all there is. */
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
    // Whoever stores moments has the sales' turn until the commit: they appear in order.
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

/** Rows stored out of order by less than this are told of at once, in ms; later ones once they are settled. */
const REORDER_WINDOW_MS = 30_000;

/** How far a source was looked through beyond what is settled: in memory, since it is looked at again. */
export interface Lookout {
  /** After which number to look on. */
  next(last: number): number;
  /** That all up to a number was looked at, and whether there is nothing beyond. */
  advance(number: number, isEnd: boolean): void;
}

/**
 * While one long transaction settles nothing, page by page through all that is not settled; from its end
 * back to what was stored within half a minute, among which late ones may have appeared.
 * @param uptime in ms, without a jump
 */
export function createLookout(uptime: () => number): Lookout {
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
 * Lowers how far rows were looked through, and after which of them destinations begin, to the rows there are: a copy of SQLite's file that was made row
 * by row may number them anew. PostgreSQL's numbers are columns, and stay.
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
