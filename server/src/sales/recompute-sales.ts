import { type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { sql } from 'kysely';
import type { ContactRef } from '../contacts/contact-ref.ts';
import { updateMoneyStates } from '../contacts/money-states.ts';
import type { Queryable } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { computeSaleRows, NO_MATCH, saleKeyRowsOf } from './match-sale.ts';
import { reduceSale } from './reduce-sale.ts';
import { isRowOfSales } from './sale-id.ts';
import { readSaleInputs, type SaleInputsOptions, type SaleWithInputs } from './sale-inputs.ts';
import { toSaleContactRef } from './sale-items.ts';
import { findFirstArrivals, isLateMilestone, listNewMilestones } from './sale-milestones.ts';
import { moveToFullSaleKeys } from './short-references.ts';

export interface RecomputeOptions extends SaleInputsOptions {
  readonly attributionDays: number;
  /** ISO time in UTC. */
  readonly at: string;
}

export async function recomputeSales(
  database: Queryable,
  changedIds: readonly SaleId[],
  options: RecomputeOptions,
): Promise<void> {
  if (changedIds.length === 0) return;
  const { ids, sales } = await computeSales(database, changedIds, options);
  const rows = await computeSaleRows(database, sales, options);
  const contacts = await storeSales(database, { ids, sales, rows });
  await storeMilestones(database, sales);
  if (contacts.length === 0) return;
  // Without the lock, a transaction that lists a contact meanwhile would not see the sales of this transaction.
  await waitForLock(database, 'contacts');
  await updateMoneyStates(database, contacts);
}

interface ComputedSales {
  readonly ids: readonly SaleId[];
  /** Sales that no longer have a notice are left out. */
  readonly sales: readonly SaleWithInputs[];
}

/** Computes these sales, all charges of their subscriptions, and the sales whose reports move to one of `ids`. */
async function computeSales(
  database: Queryable,
  ids: readonly SaleId[],
  options: RecomputeOptions,
): Promise<ComputedSales> {
  const inputsBySale = await readSaleInputs(database, ids, options);
  const sales = [...inputsBySale.values()].flatMap((inputs): SaleWithInputs[] => {
    const sale = reduceSale(inputs.notices, options.at, inputs);
    return sale === null ? [] : [{ ...inputs, sale }];
  });
  const emptiedIds = await moveToFullSaleKeys(database, sales, options.adapters);
  if (emptiedIds.length > 0) {
    // Moved notices now belong to another sale, so all sales are read again.
    return computeSales(database, [...ids, ...emptiedIds], { ...options, inputsBySale: new Map() });
  }
  const charges = await findSubscriptionCharges(database, sales);
  const unreadIds = charges.filter((id) => !inputsBySale.has(toSaleSubject(id)));
  return unreadIds.length > 0
    ? computeSales(database, [...ids, ...unreadIds], { ...options, inputsBySale })
    : { ids, sales: sales.map(addTestMark) };
}

const addTestMark = ({ sale, ...inputs }: SaleWithInputs): SaleWithInputs => {
  const is_test = sale.row.is_test || inputs.isTest;
  return { ...inputs, sale: { ...sale, row: { ...sale.row, is_test } } };
};

async function findSubscriptionCharges(
  database: Queryable,
  sales: readonly SaleWithInputs[],
): Promise<SaleId[]> {
  const chargeIds: SaleId[] = [];
  for (const [platform, platformSales] of Map.groupBy(sales, (sale) => sale.platform)) {
    const subscriptions = platformSales.flatMap(({ sale }) => sale.row.subscription || []);
    if (subscriptions.length === 0) continue;
    const chargesQuery = database
      .selectFrom('sales')
      .select(['platform', 'sale_key'])
      .where('platform', '=', platform)
      .where('subscription', 'in', [...new Set(subscriptions)]);
    chargeIds.push(...(await chargesQuery.execute()));
  }
  return chargeIds;
}

/**
 * Stores the computed sales, and deletes those of `ids` that no longer have a notice. Returns the previous and the
 * present contacts of the sales whose match or state has changed.
 */
async function storeSales(
  database: Queryable,
  { ids, sales, rows }: ComputedSales & { readonly rows: readonly SaleRow[] },
): Promise<ContactRef[]> {
  const oldStatesBySale = await readMatchedStates(database, ids);
  await database.deleteFrom('sale_keys').where(isRowOfSales(ids)).execute();
  await database.deleteFrom('sale_refunds').where(isRowOfSales(ids)).execute();
  const computedSubjects = new Set(rows.map(toSaleSubject));
  const idsWithoutNotices = ids.filter((id) => !computedSubjects.has(toSaleSubject(id)));
  await database.deleteFrom('sales').where(isRowOfSales(idsWithoutNotices)).execute();
  if (rows.length > 0) await upsertSaleRows(database, rows);
  const refunds = sales.flatMap(({ platform, sale_key, sale }) =>
    sale.partialRefunds.map((refund) => ({ platform, sale_key, ...refund })),
  );
  if (refunds.length > 0) await database.insertInto('sale_refunds').values(refunds).execute();
  const keys = sales.flatMap(({ platform, sale_key, sale }) =>
    saleKeyRowsOf(sale).map((key) => ({ platform, sale_key, ...key })),
  );
  if (keys.length > 0) await database.insertInto('sale_keys').values(keys).execute();
  const newStatesBySale = await readMatchedStates(database, ids);
  const subjects = new Set([...oldStatesBySale.keys(), ...newStatesBySale.keys()]);
  return [...subjects].flatMap((subject) => {
    const [oldState, newState] = [oldStatesBySale.get(subject), newStatesBySale.get(subject)];
    return JSON.stringify(oldState) === JSON.stringify(newState)
      ? []
      : [oldState, newState].flatMap((row) => (row && toSaleContactRef(row)) || []);
  });
}

const MATCHED_STATE_COLUMNS = [
  'platform',
  'sale_key',
  'state',
  'is_test',
  'lead_source',
  'lead_ref',
  'lead_id',
] as const;

async function readMatchedStates(database: Queryable, ids: readonly SaleId[]) {
  const query = database.selectFrom('sales').select(MATCHED_STATE_COLUMNS).where(isRowOfSales(ids));
  return new Map((await query.execute()).map((row) => [toSaleSubject(row), row]));
}

/** Unchanged rows keep their `updated_at`. */
async function upsertSaleRows(database: Queryable, rows: readonly SaleRow[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof SaleRow)[];
  const rowTuples = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const valueColumns = columns.filter((column) => column !== 'platform' && column !== 'sale_key');
  const assignments = valueColumns.map(
    (column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`,
  );
  const differences = valueColumns
    .filter((column) => column !== 'updated_at')
    .map((column) => sql`stored.${sql.ref(column)} is distinct from excluded.${sql.ref(column)}`);
  await sql`insert into ${sql.table('sales')} as stored
      (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(rowTuples)}
    on conflict (platform, sale_key) do update set ${sql.join(assignments)}
    where ${sql.join(differences, sql` or `)}`.execute(database);
}

/** Stores new milestones, and a change for each, which becomes an outbox event. */
async function storeMilestones(database: Queryable, sales: readonly SaleWithInputs[]) {
  const storedMilestones = await database
    .selectFrom('sale_milestones')
    .select(['platform', 'sale_key', 'state'])
    .where(isRowOfSales(sales))
    .execute();
  const storedBySale = Map.groupBy(storedMilestones, toSaleSubject);
  const rows = sales.flatMap(({ platform, sale_key, sale, notices }) => {
    const firstArrivals = findFirstArrivals(notices);
    const states = storedBySale.get(toSaleSubject({ platform, sale_key })) ?? [];
    return listNewMilestones(sale, new Set(states.map(({ state }) => state))).flatMap(
      (milestone) => {
        const wasLate = isLateMilestone(milestone, firstArrivals);
        return wasLate === null
          ? []
          : [{ platform, sale_key, ...milestone, is_late: Number(wasLate) }];
      },
    );
  });
  if (rows.length === 0) return;
  const milestones = await database
    .insertInto('sale_milestones')
    .values(rows)
    .returning('number')
    .execute();
  const changes = milestones.map(({ number }) => ({ kind: 'sale' as const, key: String(number) }));
  await database.insertInto('changes').values(changes).execute();
}

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
