import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The condition that no charge of the order of the row `charge` is a test. */
export const IS_OF_REAL_ORDER = sql<SqlBool>`not exists (
  select 1 from ${sql.table('sales')} as test
  where test.platform = charge.platform and test.order_id = charge.order_id and test.is_test)`;

const paidEarlierCondition = (
  column: 'order_id' | 'subscription',
  earlierCondition: RawBuilder<unknown>,
) => sql<SqlBool>`exists (
  select 1 from ${sql.table('sales')} as earlier
  where earlier.platform = sale.platform and ${sql.ref(`earlier.${column}`)} = ${sql.ref(`sale.${column}`)}
    and not earlier.is_test and earlier.paid_at is not null and ${earlierCondition})`;

/** Whether the row `sale`, which is paid, is its order's first paid charge. */
export const IS_FIRST_CHARGE = sql<SqlBool>`not ${paidEarlierCondition(
  'order_id',
  sql`(earlier.paid_at, earlier.sale_key) < (sale.paid_at, sale.sale_key)`,
)}`;

/** Whether the row `sale` is a later charge of a subscription, by its number or by an earlier payment. */
export const IS_RENEWAL = sql<SqlBool>`case when sale.charge_number is not null then sale.charge_number > 1
  else ${paidEarlierCondition('subscription', sql`earlier.paid_at < sale.paid_at`)} end`;

/** The value of the row `sale`; in another currency, its net in reais. Null if neither is known. */
export const VALUE_IN_REAIS = sql<
  number | null
>`coalesce(case when sale.currency = 'BRL' then sale.value_cents end, sale.net_cents)`;
