import { type Kysely, sql } from 'kysely';
import type { ContactRef } from '../contacts/contact-ref.ts';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import type { ComputedSale } from './known-sales.ts';
import { saleKeysOf } from './match-sale.ts';
import { isOfSales, type SaleId, saleIdText } from './notices.ts';
import { contactOf } from './sale-items.ts';

interface SalesToStore {
  readonly ids: readonly SaleId[];
  readonly sales: readonly ComputedSale[];
  /** The rows of the sales. */
  readonly rows: readonly SaleRow[];
}

/**
 * Stores sales, and deletes the others of `ids`, which have no notice any more.
 * @returns the contacts, of before and now, of the sales whose match or state has changed
 */
export async function storeSales(
  database: Kysely<Tables>,
  { ids, sales, rows }: SalesToStore,
): Promise<ContactRef[]> {
  const before = await readMoneyRows(database, ids);
  const areNamed = isOfSales(ids);
  await database.deleteFrom('sale_keys').where(areNamed).execute();
  await database.deleteFrom('sale_refunds').where(areNamed).execute();
  const kept = new Set(rows.map(saleIdText));
  const gone = ids.filter((id) => !kept.has(saleIdText(id)));
  await database.deleteFrom('sales').where(isOfSales(gone)).execute();
  if (rows.length > 0) await writeRows(database, rows);
  const refunds = sales.flatMap(({ platform, sale_key, sale }) =>
    sale.partialRefunds.map((refund) => ({ platform, sale_key, ...refund })),
  );
  if (refunds.length > 0) await database.insertInto('sale_refunds').values(refunds).execute();
  const keys = sales.flatMap(({ platform, sale_key, sale }) =>
    saleKeysOf(sale).map((key) => ({ platform, sale_key, ...key })),
  );
  if (keys.length > 0) await database.insertInto('sale_keys').values(keys).execute();
  const after = await readMoneyRows(database, ids);
  return [...new Map([...before, ...after]).keys()].flatMap((id) => {
    const both = [before.get(id), after.get(id)];
    return JSON.stringify(both[0]) === JSON.stringify(both[1])
      ? []
      : both.flatMap((row) => (row && contactOf(row)) || []);
  });
}

type MoneyRow = Pick<
  SaleRow,
  'platform' | 'sale_key' | 'state' | 'is_test' | 'lead_source' | 'lead_ref' | 'lead_id'
>;

async function readMoneyRows(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
): Promise<ReadonlyMap<string, MoneyRow>> {
  const rows = await database
    .selectFrom('sales')
    .select(['platform', 'sale_key', 'state', 'is_test', 'lead_source', 'lead_ref', 'lead_id'])
    .where(isOfSales(ids))
    .execute();
  return new Map(rows.map((row) => [saleIdText(row), row]));
}

/** Inserts or updates rows. Unchanged rows keep their `updated_at`. */
async function writeRows(database: Kysely<Tables>, rows: readonly SaleRow[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof SaleRow)[];
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const rest = columns.filter((column) => column !== 'platform' && column !== 'sale_key');
  const changes = rest.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const differences = rest
    .filter((column) => column !== 'updated_at')
    .map((column) => sql`stored.${sql.ref(column)} is distinct from excluded.${sql.ref(column)}`);
  await sql`insert into ${sql.table('sales')} as stored
      (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (platform, sale_key) do update set ${sql.join(changes)}
    where ${sql.join(differences, sql` or `)}`.execute(database);
}
