import { ORIGIN_LEVELS, type OriginLevel } from '@funil/contract/ads/origin-levels';
import type { DayRange } from '@funil/contract/list-page';
import { MANAGEMENT, type Role } from '@funil/contract/operators/roles';
import type { ReportOrigin, ReportPeriod } from '@funil/contract/report/report';
import type { ORIGIN_COLUMNS } from '@funil/contract/report/report-columns';
import { linkOptions } from '@tanstack/react-router';
import { readListSearch } from '../contacts/states.tsx';
import { readSalesSearch } from '../parts/sales-search.ts';
import { readSpendSearch } from '../spend/queries.ts';

export type OriginSearch = Readonly<Record<string, string>>;

/** In a report by lead, the links from a column's numbers to the rows that they count. */
const LINKS_BY_LEAD = {
  cost: ({ from, until, content, medium, campaign }: OriginSearch) => {
    // Searches by the id in `name|id`, or by a name without an id.
    const value = content ?? medium ?? campaign ?? '';
    const q = /\|\s*(\d+)\s*$/.exec(value)?.[1] ?? value;
    if (q === '') return null;
    return linkOptions({ to: '/anuncios', search: readSpendSearch({ from, until, by: 'ad', q }) });
  },
  leads: (search: OriginSearch) =>
    linkOptions({ to: '/pessoas/leads', search: readListSearch(search) }),
  applications: (search: OriginSearch) =>
    linkOptions({ to: '/pessoas/aplicacoes', search: readListSearch(search) }),
};
const linkToSales = (search: OriginSearch) =>
  linkOptions({ to: '/vendas', search: readSalesSearch({ ...search, paid: '1' }) });
/** A report by payment links to sales, too. No list shows the sales of a report by lead. */
const LINKS_BY_PAYMENT = { ...LINKS_BY_LEAD, buyers: linkToSales, paid: linkToSales };
export type LinkMaker = (
  search: OriginSearch,
) => ReturnType<(typeof LINKS_BY_PAYMENT)[keyof typeof LINKS_BY_PAYMENT]>;

export function linksByColumn(
  role: Role,
  { by_lead }: ReportPeriod,
): Partial<Record<keyof typeof ORIGIN_COLUMNS, LinkMaker>> {
  if (!MANAGEMENT.includes(role)) return { cost: LINKS_BY_LEAD.cost };
  return by_lead ? LINKS_BY_LEAD : LINKS_BY_PAYMENT;
}

/** Returns null if a name is empty, because lists cannot filter by it. */
export function originSearchOf(row: ReportOrigin, level: OriginLevel, days: DayRange) {
  const names = ORIGIN_LEVELS[level].map((column) => [column, row[column]] as const);
  if (names.some(([, name]) => name === '')) return null;
  return { ...days, ...Object.fromEntries(names) };
}
