import type { Kysely } from 'kysely';
import { updateMoneyStates } from '../contacts/money-states.ts';
import type { Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import { findCharges, findMatches } from './find-matches.ts';
import {
  type ComputedSale,
  type KnownSale,
  type ReadOptions,
  readKnownSales,
} from './known-sales.ts';
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
  const named = computeSales(known, options.now);
  const moved = await adoptShortReferences(database, named);
  if (moved.length > 0) {
    // Moved notices are another sale's now, so that all sales are read again.
    return recomputeSales(database, [...ids, ...moved], { ...options, knownSales: new Map() });
  }
  const charges = await findCharges(database, named);
  const others = charges.filter((id) => !known.has(saleIdText(id)));
  const computed = [
    ...named,
    ...computeSales(await readKnownSales(database, others, options), options.now),
  ];
  const sales = computed.map(({ sale, ...one }) => {
    const is_test = sale.row.is_test || one.isTest;
    return { ...one, sale: { ...sale, row: { ...sale.row, is_test } } };
  });
  const rows = await findMatches(database, sales, options);
  const contacts = await storeSales(database, { ids: [...ids, ...others], sales, rows });
  await storeMilestones(database, sales);
  if (contacts.length === 0) return;
  // A contact that is being listed now reads its sales before this transaction ends.
  await waitForLock(database, 'contacts');
  await updateMoneyStates(database, contacts);
}

/** Returns the sales that notices make, without those that have no notice any more. */
function computeSales(known: ReadonlyMap<string, KnownSale>, now: string): ComputedSale[] {
  return [...known.values()].flatMap((one) => {
    const notices = one.notices.map(({ notice }) => notice);
    const sale = reduceSale(notices, now, one);
    return sale === null ? [] : [{ ...one, sale }];
  });
}
