import type { SaleId } from '@funil/contract/sales/sale-subject';
import { updateMoneyStates } from '../contacts/money-states.ts';
import type { Queryable } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import { NO_MATCH } from './match-sale.ts';
import { isRowOfSales } from './sale-id.ts';
import { toSaleContactRef } from './sale-items.ts';

/** Needs the lock `sales`. */
export async function removeMatches(database: Queryable, sales: readonly SaleId[]) {
  const matches = database.selectFrom('sales').select(['lead_source', 'lead_ref', 'lead_id']);
  const contacts = (await matches.where(isRowOfSales(sales)).execute()).flatMap(
    (match) => toSaleContactRef(match) ?? [],
  );
  await database.updateTable('sales').set(NO_MATCH).where(isRowOfSales(sales)).execute();
  await waitForLock(database, 'contacts');
  await updateMoneyStates(database, contacts);
}
