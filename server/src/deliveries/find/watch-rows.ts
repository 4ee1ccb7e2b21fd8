import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { DeliveryTables } from '../../store/delivery-tables.ts';
import { watchNumbers } from '../../store/postgres/settled-numbers.ts';

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
