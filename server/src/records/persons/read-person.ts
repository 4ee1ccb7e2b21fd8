import type { Database } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { findBuyerSales } from '../buyer-sales.ts';
import type { Person } from '../people.ts';
import { findSale } from '../sales-lists/read-sale.ts';
import { findSalesOf } from '../story/sale-facts.ts';
import { contactKeys, findPersonOf } from '../subjects/find-person.ts';
import type { ListedSubject } from '../subjects/read-items.ts';

/** Most rows of one person that are shown. */
const MOST = 500;

/** Lines of whoever has one of these contacts, the newest first. */
export const findLines = (database: Database, person: Person): Promise<ListedSubject[]> =>
  findPersonOf(database, contactKeys(person), MOST);

/** Sales that are the person's by their lead, or by what the platform told of the buyer. */
export async function findPersonSales(
  database: Database,
  person: Person,
  lines: readonly ListedSubject[],
): Promise<SaleRow[]> {
  const matched = await findSalesOf(
    database,
    lines.map(({ ref }) => ref),
  );
  const bought = await findBuyerSales(database, person);
  const rows = [...matched];
  for (const { platform, saleKey } of bought.slice(0, MOST)) {
    if (rows.some((row) => row.platform === platform && row.sale_key === saleKey)) continue;
    const row = await findSale(database, { platform, saleKey });
    if (row) rows.push(row);
  }
  return rows;
}
