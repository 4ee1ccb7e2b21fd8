import { DEMO_PRICE_CENTS, namesDemoBrand, type SiteInfo } from '@funil/contract/site/site-info';
import type { FirstStepsState } from '@funil/contract/today/today';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { readFields } from './draft.ts';
import { findPageAddress, isDrafted, isInternetAddress, readDrafted } from './page-address.ts';

/** Returns which first steps are done, according to the published page and the draft; null if all are done. */
export async function readFirstSteps(
  database: Database,
  site: SiteInfo | null,
): Promise<FirstStepsState | null> {
  const fields = await readFields(database);
  const drafted = (file: string, ...path: string[]) => readDrafted(fields, file, path);
  const exists = (table: string, where: ReturnType<typeof sql>) =>
    sql<number>`case when exists (select 1 from ${sql.table(table)} where ${where}) then 1 else 0 end`;
  const { rows } = await sql<{ published: number; advertised: number }>`
    select ${exists('page_versions', sql`kind = 'publish'`)} as published,
      ${exists('visit_origins', sql`utm_source not in ('', 'direto')`)} as advertised
  `.execute(database);
  const published = site !== null && !site.isDemo && isInternetAddress(site.url);
  // A drafted price counts only with a drafted installment, because the saved one may be the demonstration's.
  const isPriceDrafted =
    drafted('offer', 'price', 'cash') !== undefined &&
    ['installment', 'installments'].some((name) => isDrafted(fields, 'offer', ['price', name]));
  const isOwnPrice =
    site?.priceCents !== undefined && (!site.isDemo || site.priceCents !== DEMO_PRICE_CENTS);
  const steps = {
    named:
      drafted('site', 'product') !== undefined || (site !== null && !namesDemoBrand(site.product)),
    addressed: findPageAddress(fields, site) !== null,
    priced: isPriceDrafted || isOwnPrice,
    checkout: isInternetAddress(drafted('site', 'checkout', 'url') ?? site?.checkout.url),
    on_air: published || Boolean(rows[0]?.published),
    published,
    advertised: Boolean(rows[0]?.advertised),
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}
