import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Selectable } from 'kysely';
import type { Tables } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { saleNews } from './compose-sale.ts';
import type { Found, Range } from './news.ts';
import { readToOf, type Step } from './step.ts';

/** `sale.*`, whenever a sale first came into such a state. */
export async function findSales(step: Step, range: Range): Promise<Found> {
  const funil = inFunil(step.step, step.dialect);
  const moments = await funil
    .selectFrom('sale_moments')
    .selectAll()
    .where('number', '>', range.after)
    .where('number', '<=', range.until)
    .orderBy('number')
    .limit(range.most)
    .execute();
  const sales = await readSales(step, moments);
  const origins = await readOrigins(step, [...sales.values()]);
  return {
    news: moments.flatMap((moment) => {
      const sale = sales.get(nameOf(moment));
      return sale ? [saleNews(moment, sale, origins.get(leadOf(sale)) ?? null)] : [];
    }),
    readTo: readToOf(moments, range),
  };
}

type Named = Pick<SaleRow, 'platform' | 'sale_key'>;

const nameOf = ({ platform, sale_key }: Named) => `${platform} ${sale_key}`;

async function readSales({ step, dialect }: Step, wanted: readonly Named[]) {
  if (wanted.length === 0) return new Map<string, SaleRow>();
  const rows = await inFunil(step, dialect)
    .selectFrom('sales')
    .selectAll()
    .where(
      'sale_key',
      'in',
      wanted.map(({ sale_key }) => sale_key),
    )
    .where('platform', 'in', [...new Set(wanted.map(({ platform }) => platform))])
    .execute();
  return new Map(rows.map((sale) => [nameOf(sale), sale]));
}

type Matched = Pick<Selectable<Tables['sales']>, 'lead_source' | 'lead_ref' | 'lead_id'>;

/** A sale's lead or application, by a name of its own. */
const leadOf = ({ lead_source, lead_ref, lead_id }: Matched) =>
  lead_source === 'application' ? `application ${lead_ref}` : `lead ${lead_id}`;

/** Where the people came from, by the rows that sales were matched to. */
async function readOrigins({ step }: Step, sales: readonly Matched[]): Promise<Map<string, Utms>> {
  const origins = new Map<string, Utms>();
  const leads = sales.flatMap(({ lead_id }) => lead_id ?? []);
  if (leads.length > 0) {
    const rows = await step
      .selectFrom('leads')
      .select(['id', ...UTM_FIELDS])
      .where('id', 'in', leads)
      .execute();
    for (const { id, ...utms } of rows) origins.set(`lead ${id}`, utms);
  }
  const applications = sales.flatMap(({ lead_source, lead_ref }) =>
    lead_source === 'application' ? (lead_ref ?? []) : [],
  );
  if (applications.length > 0) {
    const rows = await step
      .selectFrom('newest_applications')
      .select(['id', ...UTM_FIELDS])
      .where('id', 'in', applications)
      .execute();
    for (const { id, ...utms } of rows) origins.set(`application ${id}`, utms);
  }
  return origins;
}
