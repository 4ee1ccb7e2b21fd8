import { type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { type ContactRef, contactKeyOf } from '../contacts/contact-ref.ts';
import type { Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { recomputeSales } from './recompute-sales.ts';
import { isRowOfSales } from './sale-id.ts';
import { readDecisions } from './sale-inputs.ts';
import type { SalesDependencies } from './update-sales.ts';

interface DecisionTarget {
  readonly sale: SaleId;
  /** ISO time of the match by hand that the operator saw; null: the operator saw none; left out: overwrites any. */
  readonly seenMatchedAt?: string | null | undefined;
}

type SignedDecision<Value> = DecisionTarget & Value & { readonly email: string };

/** `conflict`: the stored match is not the one that the operator saw. */
type DecisionOutcome = 'done' | 'conflict';

/** `contact` is null if the sale belongs to no contact. */
export const setManualMatch = (
  deps: SalesDependencies,
  { contact, email, ...target }: SignedDecision<{ readonly contact: ContactRef | null }>,
): Promise<DecisionOutcome> =>
  writeDecision(deps, target, async (database, changed_at) => {
    await deleteDecision(database, 'sale_matches', target.sale);
    const match = { subject: contact && contactKeyOf(contact), changed_by: email, changed_at };
    await database
      .insertInto('sale_matches')
      .values({ ...target.sale, ...match })
      .execute();
  });

export const clearManualMatch = (
  deps: SalesDependencies,
  target: DecisionTarget,
): Promise<DecisionOutcome> =>
  writeDecision(deps, target, (database) => deleteDecision(database, 'sale_matches', target.sale));

/** Marks a sale as an operator's own test purchase, which no total counts, or removes the mark. */
export const setTestMark = (
  deps: SalesDependencies,
  { sale, isTest, email, ...target }: SignedDecision<{ readonly isTest: boolean }>,
): Promise<DecisionOutcome> =>
  writeDecision(deps, { sale, ...target }, async (database, marked_at) => {
    if (!isTest) return deleteDecision(database, 'sale_test_marks', sale);
    await database
      .insertInto('sale_test_marks')
      .values({ ...sale, marked_by: email, marked_at })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doNothing())
      .execute();
  });

/** Stores an operator's amount for partial refunds whose notices state none. `cents` null removes the amount. */
export const setRefundAmount = (
  deps: SalesDependencies,
  { sale, cents, email, ...target }: SignedDecision<{ readonly cents: number | null }>,
): Promise<DecisionOutcome> =>
  writeDecision(deps, { sale, ...target }, async (database, stated_at) => {
    await deleteDecision(database, 'sale_refund_amounts', sale);
    if (cents === null) return;
    const row = { ...sale, cents, stated_by: email, stated_at };
    await database.insertInto('sale_refund_amounts').values(row).execute();
  });

async function deleteDecision(
  database: Queryable,
  table: 'sale_matches' | 'sale_test_marks' | 'sale_refund_amounts',
  sale: SaleId,
): Promise<void> {
  await database
    .deleteFrom(table)
    .where(isRowOfSales([sale]))
    .execute();
}

function writeDecision(
  { database, now, adapters, attributionDays }: SalesDependencies,
  { sale, seenMatchedAt }: DecisionTarget,
  write: (database: Queryable, at: string) => Promise<void>,
): Promise<DecisionOutcome> {
  const at = new Date(now()).toISOString();
  return withLock(database, 'sales', async (transaction) => {
    const decisions = (await readDecisions(transaction, [sale])).get(toSaleSubject(sale));
    if (seenMatchedAt !== undefined && seenMatchedAt !== decisions?.matchedAt) return 'conflict';
    await write(transaction, at);
    await recomputeSales(transaction, [sale], { adapters, attributionDays, at });
    return 'done';
  });
}
