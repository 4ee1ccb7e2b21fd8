import { findSale } from '../../sales/sale-items.ts';
import type { Database } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { findListedOf, type ListedSubject } from '../contacts/read-items.ts';
import { readName, type SubjectRef } from '../contacts/subject-name.ts';
import { readSaleKey } from './person-rows.ts';

/** Most rows of one person that are shown. */
const MOST = 500;

/** The leads and applications among keys of a person's rows. */
export const refsOf = (keys: Iterable<string>): SubjectRef[] =>
  [...keys].flatMap((key) => readName(key) ?? []);

/** Lines of a person's leads and applications, the newest first. */
export const findLines = (database: Database, keys: Iterable<string>): Promise<ListedSubject[]> =>
  findListedOf(database, refsOf(keys).slice(-MOST));

/** Sales among keys of a person's rows. */
export async function findSalesOf(database: Database, keys: Iterable<string>): Promise<SaleRow[]> {
  const sales: SaleRow[] = [];
  for (const key of keys) {
    const name = readSaleKey(key);
    const sale = name && (await findSale(database, name));
    if (sale) sales.push(sale);
  }
  return sales.toSorted((a, b) => (a.begun_at > b.begun_at ? -1 : 1)).slice(0, MOST);
}
