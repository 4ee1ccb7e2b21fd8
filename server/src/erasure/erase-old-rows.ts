import type { CaptureTable } from '@funil/contract/capture/protocol';
import type { SaleId } from '@funil/contract/sales/sale-subject';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { recomputeSales, removeMatches } from '../sales/recompute-sales.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { eventTable, toStoredTime } from '../store/queries/sql.ts';
import { eraseContextsBefore } from '../visits/visit-contexts.ts';
import { deleteContactRows, eraseVisitEvents, ROWS_PER_TRANSACTION } from './erase-person.ts';

const isBefore = (database: Database, table: CaptureTable, time: Date) =>
  sql<SqlBool>`created_at < ${
    table === 'jornada' ? toStoredTime(database, time.getTime()) : time.toISOString()
  }`;

const storedTable = (database: Database, table: CaptureTable) =>
  table === 'jornada' ? eventTable(database) : sql.table(table);

export async function countBefore(
  database: Database,
  table: CaptureTable,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${storedTable(database, table)}
    where ${isBefore(database, table, time)}`.execute(database);
  return Number(rows[0]?.count);
}

/** Erases rows by age. Sales of erased contacts are matched again, and the contexts of erased visits are erased. */
export async function eraseBefore(
  deps: SalesDependencies,
  table: CaptureTable,
  time: Date,
): Promise<number> {
  const { database } = deps;
  const isOld = isBefore(database, table, time);
  if (table === 'jornada') {
    await eraseContextsBefore(database, time);
    return eraseOldEvents(database, isOld);
  }
  const sales = await findSalesOfRows(database, table, isOld);
  // Called before the rows are deleted, because it finds the person's other rows by them.
  await writeSales(database, sales, removeMatches);
  const erasedCount = await deleteContactRows(database, table, isOld);
  const at = new Date(deps.now()).toISOString();
  await writeSales(database, sales, (transaction, chunk) =>
    recomputeSales(transaction, chunk, { ...deps, at }),
  );
  return erasedCount;
}

function findSalesOfRows(
  database: Database,
  table: Exclude<CaptureTable, 'jornada'>,
  condition: RawBuilder<SqlBool>,
): Promise<SaleId[]> {
  const ids = sql`(select id from ${sql.table(table)} where ${condition})`;
  return database
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    .where('lead_source', '=', table === 'leads' ? 'lead' : 'application')
    .where(sql<SqlBool>`${sql.ref(table === 'leads' ? 'lead_id' : 'lead_ref')} in ${ids}`)
    .execute();
}

/** Kept low, because captures wait for the transaction. */
const OLD_SALES_PER_TRANSACTION = 20;

async function writeSales(
  database: Database,
  sales: readonly SaleId[],
  write: (transaction: Queryable, sales: readonly SaleId[]) => Promise<void>,
) {
  for (const chunk of inChunks(sales, OLD_SALES_PER_TRANSACTION)) {
    await withLock(database, 'sales', (transaction) => write(transaction, chunk));
  }
}

/** Erases ranges of numbers, because events are stored in the order of their numbers. */
async function eraseOldEvents(database: Database, isOld: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(number) as first, max(number) as last from ${eventTable(database)}
    where ${isOld}`.execute(database);
  const { first = null, last = null } = rows[0] ?? {};
  let erasedCount = 0;
  if (first === null || last === null) return 0;
  for (let start = first; start <= last; start += ROWS_PER_TRANSACTION) {
    const end = start + ROWS_PER_TRANSACTION - 1;
    erasedCount += await eraseVisitEvents(
      database,
      sql`number between ${start} and ${end} and ${isOld}`,
    );
  }
  return erasedCount;
}
