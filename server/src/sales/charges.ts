import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';

/**
 * A row of `sales` is one charge of one product. A purchase of several products is an order; later charges of a
 * subscription are renewals.
 */
type Charge = Pick<
  SaleRow,
  'platform' | 'order_id' | 'subscription' | 'charge_number' | 'begun_at' | 'paid_at'
>;

/** Returns the key of a charge's order, unique among all platforms. */
export const orderKeyOf = ({ platform, order_id }: Pick<Charge, 'platform' | 'order_id'>) =>
  JSON.stringify([platform, order_id]);

/** When each subscription was first paid, by platform and subscription: ISO times in UTC. */
export type FirstPayments = ReadonlyMap<string, string>;

const subscriptionKeyOf = ({ platform, subscription }: Pick<Charge, 'platform' | 'subscription'>) =>
  JSON.stringify([platform, subscription]);

/**
 * Returns whether a charge renews a subscription: by its number, or if the platform sends none, because the subscription
 * was paid before. A retry of a first charge that was never paid is no renewal.
 */
export function isRenewal(charge: Charge, firstPayments: FirstPayments): boolean {
  if (charge.charge_number !== null) return charge.charge_number > 1;
  const firstPaidAt = firstPayments.get(subscriptionKeyOf(charge));
  return firstPaidAt !== undefined && firstPaidAt < (charge.paid_at ?? charge.begun_at);
}

/** Reads when each subscription was first paid, at any time; tests do not count. */
export async function readFirstPayments(database: Kysely<Tables>): Promise<FirstPayments> {
  const rows = await database
    .selectFrom('sales')
    .select(['platform', 'subscription', ({ fn }) => fn.min('paid_at').as('first')])
    .where('subscription', 'is not', null)
    .where('paid_at', 'is not', null)
    .where('is_test', '=', false)
    .groupBy(['platform', 'subscription'])
    .execute();
  return new Map(rows.map((row) => [subscriptionKeyOf(row), row.first ?? '']));
}
