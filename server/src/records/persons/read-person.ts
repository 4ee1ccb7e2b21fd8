import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import { inFunil, type SaleRow } from '../../store/sales-tables.ts';
import { findBuyerSales } from '../forget-buyer.ts';
import type { Person } from '../people.ts';
import { findSalesOf } from '../story/sale-facts.ts';
import { type ListedSubject, selectListed, toListed } from '../subjects/read-items.ts';

/** Most rows of one person that are shown. */
const MOST = 500;

/** Lines of whoever has one of these contacts, the newest first. */
export async function findLines(
  database: Database,
  { phone, email }: Person,
): Promise<ListedSubject[]> {
  const keys = [
    ...(phone === null ? [] : [['phone_key', phoneKey(phone)] as const]),
    ...(email === null ? [] : [['email_key', emailKey(email)] as const]),
  ].filter(([, key]) => key !== null && key !== '');
  if (keys.length === 0) return [];
  const rows = await selectListed(database)
    .where(({ or, eb }) => or(keys.map(([column, key]) => eb(column, '=', key))))
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(toListed);
}

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
    const row = await inFunil(database, database.dialect)
      .selectFrom('sales')
      .selectAll()
      .where('platform', '=', platform)
      .where('sale_key', '=', saleKey)
      .executeTakeFirst();
    if (row) rows.push(row);
  }
  return rows;
}
