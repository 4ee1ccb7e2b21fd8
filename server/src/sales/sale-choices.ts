import type { ListChoices } from '@funil/contract/list-page';
import { sql } from 'kysely';
import { replaceOriginIdsByUtms } from '../contacts/list/contact-choices.ts';
import { countChoices } from '../contacts/list/count-choices.ts';
import type { Database } from '../store/database.ts';
import { ORIGIN_FIELDS, type SalesFilter } from './list-sales.ts';

const SALE_FILTERS = ['state', 'platform', 'product', 'matched', 'paid', ...ORIGIN_FIELDS] as const;

interface GroupRow {
  readonly state: string;
  readonly platform: string;
  readonly product: string | null;
  readonly matched: 'yes' | 'no';
  /** `1`: the sale was ever paid; null: never. */
  readonly paid: string | null;
  readonly origin: number | null;
  readonly count: number;
}

type SaleChoiceOptions = Pick<SalesFilter, 'from' | 'until' | 'test'> & {
  /** Whether the period is that of the payment, instead of the sale's beginning. */
  readonly isDatedByPayment: boolean;
};

/** Lists the values of each filter. The count is null during a search, because SQL cannot compare names. */
export function listSaleChoices(
  groups: Awaited<ReturnType<typeof readSaleGroups>>,
  { q, matched, paid, ...chosen }: SalesFilter,
): ListChoices<(typeof SALE_FILTERS)[number]> {
  const chosenValues = {
    ...chosen,
    matched: matched === undefined ? undefined : [matched],
    paid: paid === undefined ? undefined : [paid],
  };
  const { count, choices } = countChoices(SALE_FILTERS, groups, chosenValues);
  return { count: q === undefined ? count : null, more: false, choices };
}

export async function readSaleGroups(
  database: Database,
  { from, until, test, isDatedByPayment }: SaleChoiceOptions,
) {
  const time = sql.ref(isDatedByPayment ? 'paid_at' : 'begun_at');
  const [sales, contacts] = [sql.table('sales'), sql.table('contacts')];
  const sinceFrom =
    from === undefined ? sql`` : sql`and ${time} >= ${new Date(from).toISOString()}`;
  const beforeUntil =
    until === undefined ? sql`` : sql`and ${time} < ${new Date(until).toISOString()}`;
  const { rows } = await sql<GroupRow>`
    select state, platform, product, matched, paid, origin, count(*) as count
    from (
      select sale.state, platform, coalesce(product_name, product_id) as product,
        case when lead_source is null then 'no' else 'yes' end as matched,
        case when paid_at is null then null else '1' end as paid,
        case lead_source
          when 'lead' then (select origin from ${contacts} as lead where lead.lead_id = sale.lead_id)
          when 'application' then
            (select origin from ${contacts} as applied where applied.application_id = sale.lead_ref)
        end as origin
      from ${sales} as sale where is_test = ${test === '1'} ${sinceFrom} ${beforeUntil}
    ) as listed
    group by state, platform, product, matched, paid, origin`.execute(database);
  return replaceOriginIdsByUtms(database, rows);
}
