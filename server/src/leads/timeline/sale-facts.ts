import type { Selectable } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import type { SubjectRef } from '../contacts/subject-name.ts';
import type { StoryFact } from './fact.ts';

/** Most sales of one person that are told. */
const MOST = 50;

/** Sales of leads and applications, those of tests left out; the newest first. */
export async function findSalesOf(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<SaleRow[]> {
  const leads = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  if (leads.length + ids.length === 0) return [];
  return inFunil(database, database.dialect)
    .selectFrom('sales')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        ...(leads.length > 0 ? [eb('lead_id', 'in', leads)] : []),
        ...(ids.length > 0 ? [eb('lead_ref', 'in', ids)] : []),
      ]),
    )
    .where('is_test', '=', database.dialect === 'sqlite' ? 0 : false)
    .orderBy('begun_at', 'desc')
    .limit(MOST)
    .execute();
}

const MOMENTS = [
  ['pending', 'pending_at'],
  ['paid', 'paid_at'],
  ['refunded', 'refunded_at'],
  ['chargeback', 'chargeback_at'],
  ['canceled', 'canceled_at'],
  ['abandoned', 'abandoned_at'],
] as const;

type PartialRefund = Pick<Selectable<Tables['sale_refunds']>, 'at' | 'cents'>;

function tellSale(sale: SaleRow, partialRefunds: readonly PartialRefund[]): StoryFact[] {
  const told = {
    kind: 'sale' as const,
    product: sale.product_name ?? sale.product_id,
    platform: sale.platform,
  };
  const states = MOMENTS.flatMap(([state, column]) => {
    const at = sale[column];
    if (at === null || (state === 'refunded' && partialRefunds.some((part) => part.at === at)))
      return [];
    return [{ ...told, at, state, cents: sale.value_cents, isPartial: false }];
  });
  const parts = partialRefunds.map(({ at, cents }) => ({
    ...{ ...told, at, cents: Number(cents), state: 'refunded' as const, isPartial: true },
  }));
  return [...states, ...parts];
}

export async function readSaleFacts(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<StoryFact[]> {
  const facts: StoryFact[] = [];
  for (const sale of await findSalesOf(database, refs)) {
    const partialRefunds = await inFunil(database, database.dialect)
      .selectFrom('sale_refunds')
      .select(['at', 'cents'])
      .where('platform', '=', sale.platform)
      .where('sale_key', '=', sale.sale_key)
      .orderBy('at')
      .execute();
    facts.push(...tellSale(sale, partialRefunds));
  }
  return facts;
}
