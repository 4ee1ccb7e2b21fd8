import type { Kysely } from 'kysely';
import { updateMoneyStates } from '../contacts/money-states.ts';
import type { Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import { findCharges, findMatches } from './find-matches.ts';
import { type ComputedSale, type ReadOptions, readKnownSales } from './known-sales.ts';
import { type SaleId, saleIdText } from './notices.ts';
import { adoptShortReferences } from './platforms/kiwify/short-references.ts';
import { reduceSale } from './reduce-sale.ts';
import { storeMilestones } from './sale-milestones.ts';
import { storeSales } from './store-sales.ts';

export interface RecomputeOptions extends ReadOptions {
  readonly attributionDays: number;
  /** ISO time in UTC. */
  readonly now: string;
}

/** Computes sales from all their notices and matches them to leads, together with their subscriptions' other charges. */
export async function recomputeSales(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
  options: RecomputeOptions,
): Promise<void> {
  if (ids.length === 0) return;
  const known = await readKnownSales(database, ids, options);
  const computed = [...known.values()].flatMap((one): ComputedSale[] => {
    const notices = one.notices.map(({ notice }) => notice);
    const sale = reduceSale(notices, options.now, one);
    return sale === null ? [] : [{ ...one, sale }];
  });
  const moved = await adoptShortReferences(database, computed);
  const charges = await findCharges(database, computed);
  const others = [...moved, ...charges.filter((id) => !known.has(saleIdText(id)))];
  if (others.length > 0) {
    // What moved is another sale's now: all are read again.
    const knownSales: typeof known = moved.length > 0 ? new Map() : known;
    return recomputeSales(database, [...ids, ...others], { ...options, knownSales });
  }
  const sales = computed.map(({ sale, ...one }) => {
    const is_test = sale.row.is_test || one.isTest;
    return { ...one, sale: { ...sale, row: { ...sale.row, is_test } } };
  });
  const rows = await findMatches(database, sales, options);
  const contacts = await storeSales(database, { ids, sales, rows });
  await storeMilestones(database, sales);
  if (contacts.length === 0) return;
  // A contact that is being listed now reads its sales before this transaction ends.
  await waitForLock(database, 'contacts');
  await updateMoneyStates(database, contacts);
}
