import type { Kysely } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import type { SaleName } from './read-notices.ts';
import type { Sale } from './sale.ts';

interface NamedSale extends SaleName {
  readonly sale: Pick<Sale, 'subscription'> | null;
}

/** Returns the other charges of the subscriptions that the sales charge. */
export async function findOtherCharges(
  database: Kysely<Tables>,
  dialect: DialectName,
  named: readonly NamedSale[],
): Promise<SaleName[]> {
  const others: SaleName[] = [];
  for (const [platform, group] of Map.groupBy(named, (one) => one.platform)) {
    const subscriptions = group.flatMap(({ sale }) => sale?.subscription ?? []);
    if (subscriptions.length === 0) continue;
    const rows = await inFunil(database, dialect)
      .selectFrom('sales')
      .select(['platform', 'sale_key as saleKey'])
      .where('platform', '=', platform)
      .where('subscription', 'in', [...new Set(subscriptions)])
      .where(
        'sale_key',
        'not in',
        group.map(({ saleKey }) => saleKey),
      )
      .execute();
    others.push(...rows);
  }
  return others;
}

/**
 * Gives renewals the lead of their subscription's first charge that has one, however long ago that was. A
 * reference of their own and an operator's decision stand before it; their phone and e-mail stand after it.
 */
export function inheritLeads(rows: readonly SaleRow[]): SaleRow[] {
  const charges = Map.groupBy(rows, ({ platform, subscription }) =>
    JSON.stringify([platform, subscription]),
  );
  return rows.map((row) => {
    if (row.subscription === null) return row;
    if (row.matched_by === 'reference' || row.matched_by === 'hand') return row;
    const [first] = (charges.get(JSON.stringify([row.platform, row.subscription])) ?? [])
      .filter((charge) => charge.matched_by !== null && charge.begun_at < row.begun_at)
      .toSorted((a, b) => (a.begun_at < b.begun_at ? -1 : 1));
    if (!first) return row;
    const { matched_by, lead_source, lead_ref, lead_id, candidates } = first;
    return { ...row, matched_by, lead_source, lead_ref, lead_id, candidates };
  });
}
