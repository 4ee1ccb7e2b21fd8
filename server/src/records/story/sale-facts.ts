import type { Database } from '../../store/database.ts';
import { inFunil, type SaleRow } from '../../store/sales-tables.ts';
import type { SubjectRef } from '../subjects/subject-name.ts';
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

const tellSale = (sale: SaleRow): StoryFact[] =>
  MOMENTS.flatMap(([state, column]) => {
    const at = sale[column];
    if (at === null) return [];
    const product = sale.product_name ?? sale.product_id;
    const { value_cents: cents, platform } = sale;
    return [{ at, kind: 'sale' as const, state, product, cents, platform }];
  });

export async function readSaleFacts(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<StoryFact[]> {
  return (await findSalesOf(database, refs)).flatMap(tellSale);
}
