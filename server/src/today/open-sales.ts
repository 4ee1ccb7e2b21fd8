import { DAY_MS } from '@funil/contract/durations';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { SaleWithCheckoutLink } from '@funil/contract/sales/sales';
import type { OpenSale, WaitingItems } from '@funil/contract/today/today';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ItemOptions } from '../contacts/list/contact-items.ts';
import { isRowOfSales } from '../sales/sale-id.ts';
import { readSalesWithCheckoutLinks } from '../sales/sale-items.ts';
import type { Database } from '../store/database.ts';
import { MAX_ITEMS_COUNTED, MAX_ITEMS_SHOWN, MAX_TASK_AGE_MS, toWaitingCount } from './today.ts';

const condition = sql<SqlBool>;
const sales = sql.table('sales');
const saleKeys = sql.table('sale_keys');

/**
 * The condition that `other` replaces the sale, because `other` was paid after the sale began. For the same product,
 * a payment at any time or a newer attempt replaces it, too, and a pending charge replaces an abandoned checkout.
 */
const IS_REPLACING_SALE = condition`
  not other.is_test
  and (other.platform <> sales.platform or other.sale_key <> sales.sale_key)
  and (
    other.paid_at >= sales.begun_at
    or other.product_id is not distinct from sales.product_id and (
      other.paid_at is not null
      or other.state = 'pending' and (
        sales.state = 'abandoned' or other.begun_at > sales.begun_at
        or other.begun_at = sales.begun_at and other.sale_key > sales.sale_key)
      or other.state = 'abandoned' and sales.state = 'abandoned' and (
        other.begun_at > sales.begun_at
        or other.begun_at = sales.begun_at and other.sale_key > sales.sale_key)
    )
  )`;

/** Buyers are matched by e-mail or reference, not by phone, because many people type filler numbers. */
const IS_OPEN_SALE = condition`not sales.is_test
  and not exists (
    select 1 from ${saleKeys} as own
    join ${saleKeys} as same on same.kind = own.kind and same.key = own.key
    join ${sales} as other on other.platform = same.platform and other.sale_key = same.sale_key
    where own.platform = sales.platform and own.sale_key = sales.sale_key
      and own.kind in ('email', 'reference') and ${IS_REPLACING_SALE})
  and not exists (
    select 1 from ${sales} as other
    where other.lead_ref = sales.lead_ref and ${IS_REPLACING_SALE})`;

/** The condition that `charge` is of the sale's order and in the same state, such as an order bump's. */
const IS_CHARGE_OF_SAME_ORDER = condition`
  charge.platform = sales.platform and charge.order_id = sales.order_id and charge.state = sales.state`;

const IS_MAIN_CHARGE = condition`not exists (
  select 1 from ${sales} as charge
  where ${IS_CHARGE_OF_SAME_ORDER} and (
    charge.value_cents > sales.value_cents
    or charge.value_cents = sales.value_cents and charge.sale_key < sales.sale_key))`;

const isSaleVisibleTo = (operator: string) => condition`not exists (
  select 1 from ${sql.table('contacts')} as contact
  where contact.owner <> ${operator} and (
    sales.lead_source = 'lead' and contact.lead_id = sales.lead_id
    or sales.lead_source = 'application' and contact.application_id = sales.lead_ref))`;

/** Removes the net and its parts, which attendants may not see. */
const withoutNet = ({
  net_cents,
  fee_cents,
  commission_cents,
  ...sale
}: SaleWithCheckoutLink): OpenSale => sale;

interface OpenSalesQuery {
  readonly waitingCondition: RawBuilder<SqlBool>;
  readonly order: RawBuilder<unknown>;
}

type OpenSalesOptions = Omit<ItemOptions, 'replyHours'>;

async function findOpen(
  database: Database,
  options: OpenSalesOptions,
  { waitingCondition, order }: OpenSalesQuery,
): Promise<WaitingItems<OpenSale>> {
  const { visibleTo } = options;
  const visibleCondition = visibleTo === undefined ? condition`1 = 1` : isSaleVisibleTo(visibleTo);
  const { rows } = await sql<{ platform: string; sale_key: string; cents: number | null }>`
    select sales.platform, sales.sale_key,
      (select sum(charge.value_cents) from ${sales} as charge where ${IS_CHARGE_OF_SAME_ORDER}) as cents
    from ${sales} as sales
    where ${waitingCondition} and ${visibleCondition} and ${IS_OPEN_SALE} and ${IS_MAIN_CHARGE}
    order by ${order} limit ${MAX_ITEMS_COUNTED + 1}`.execute(database);
  const shownRows = rows.slice(0, MAX_ITEMS_SHOWN);
  const shownSales = await database
    .selectFrom('sales')
    .selectAll()
    .where(isRowOfSales(shownRows))
    .execute();
  const salesBySubject = new Map(shownSales.map((row) => [toSaleSubject(row), row]));
  const inOrder = shownRows.flatMap(({ cents, ...row }) => {
    const sale = salesBySubject.get(toSaleSubject(row));
    return sale ? [{ ...sale, value_cents: cents === null ? null : Number(cents) }] : [];
  });
  return {
    ...toWaitingCount(rows.length),
    items: (await readSalesWithCheckoutLinks(database, inOrder, options)).map(withoutNet),
  };
}

const LARGEST_FIRST = sql`coalesce(sales.value_cents, 0) desc, sales.begun_at desc`;

const recentSince = (now: number) => new Date(now - MAX_TASK_AGE_MS).toISOString();

/** Returns open payments: first those that expire within seven days, by time, then the others, by amount. */
export function findOpenPayments(database: Database, options: OpenSalesOptions) {
  const nextWeek = new Date(options.now + 7 * DAY_MS).toISOString();
  const soon = sql`case when sales.expires_at < ${nextWeek} then sales.expires_at end`;
  return findOpen(database, options, {
    waitingCondition: condition`sales.state = 'pending'
      and (sales.expires_at is not null or sales.begun_at >= ${recentSince(options.now)})`,
    order: sql`${soon} is null, ${soon}, ${LARGEST_FIRST}`,
  });
}

export const findCarts = (database: Database, options: OpenSalesOptions) =>
  findOpen(database, options, {
    waitingCondition: condition`sales.state = 'abandoned' and sales.begun_at >= ${recentSince(options.now)}`,
    order: LARGEST_FIRST,
  });

const MAX_LAPSED_AGE_MS = 365 * DAY_MS;

/** Returns expired payments, older payments without a date of expiry, and older checkouts; the newest first. */
export function findLapsedSales(database: Database, options: OpenSalesOptions) {
  const { now } = options;
  const recent = recentSince(now);
  const lapsed = condition`(
    sales.state = 'pending' and sales.expires_at is null and sales.begun_at < ${recent}
    or sales.state = 'canceled' and sales.pending_at is not null
    or sales.state = 'abandoned' and sales.begun_at < ${recent})`;
  const since = new Date(now - MAX_LAPSED_AGE_MS).toISOString();
  return findOpen(database, options, {
    waitingCondition: condition`sales.begun_at >= ${since} and ${lapsed}`,
    order: sql`sales.begun_at desc`,
  });
}
