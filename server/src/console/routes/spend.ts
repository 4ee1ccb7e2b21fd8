import { judgeAdLink } from '@funil/contract/ads/ad-links';
import { createAdMatcher } from '@funil/contract/ads/ad-spend';
import {
  adLinksSchema,
  type SpendOverview,
  type SpendRowsPage,
  type SpendTotal,
  spendRowsSchema,
} from '@funil/contract/ads/spend';
import { dayOf } from '@funil/contract/brasilia';
import { toSearchText } from '@funil/contract/characters';
import { AD_STAFF } from '@funil/contract/operators/roles';
import { sumRows } from '@funil/contract/report/origins';
import type * as z from 'zod/mini';
import { explainPull } from '../../ads/meta/errors.ts';
import { readSpendDays, readSpendLines, summarizeSpend } from '../../ads/read-spend.ts';
import { findRate, MILLIONTHS_PER_UNIT } from '../../ads/tax.ts';
import { readFields } from '../../page/draft.ts';
import { findPageAddress } from '../../page/page-address.ts';
import { RouteRefusal } from '../route-refusal.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';
import { readDays } from './read-filters.ts';

export function addSpendRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  addRoute('GET spend', { roles: AD_STAFF }, () => readOverview(deps));
  addRoute('GET spend/rows', { roles: AD_STAFF, query: spendRowsSchema }, async ({ query }) => {
    const days = readDays(query);
    return days instanceof RouteRefusal ? days : listSpendRows(deps, query);
  });
  addRoute('POST spend/links', { roles: AD_STAFF, body: adLinksSchema }, async ({ body }) => {
    const adMatcher = createAdMatcher((await readSpendLines(deps.database, {})).values());
    const items = body.links.map((link) => judgeAdLink(link, adMatcher));
    return { items };
  });
}

async function readOverview(deps: RouteDependencies): Promise<SpendOverview> {
  const { database, settings, site, now } = deps;
  const { meta, tax } = settings.config.spend;
  const days = await readSpendDays(database);
  const pull =
    meta &&
    (await database
      .selectFrom('ad_spend_pulls')
      .select(['name', 'currency', 'time_zone', 'pulled_at', 'error'])
      .where('account', '=', meta.account)
      .executeTakeFirst());
  return {
    from: days?.from ?? null,
    until: days?.until ?? null,
    tax: findRate(tax, dayOf(now())) / MILLIONTHS_PER_UNIT,
    pull: meta && {
      account: meta.account,
      name: pull?.name ?? null,
      currency: pull?.currency ?? null,
      time_zone: pull?.time_zone ?? null,
      pulled_at: pull?.pulled_at ?? null,
      problem: pull?.error ? explainPull(pull.error) : null,
    },
    page_address: findPageAddress(await readFields(database), site()),
  };
}

async function listSpendRows(
  { database, settings }: RouteDependencies,
  { from, until, network, by, q, after = 0, limit }: z.infer<typeof spendRowsSchema>,
): Promise<SpendRowsPage> {
  const filter = { from, until, network, by, tax: settings.config.spend.tax };
  const words = toSearchText(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const summaries = (await summarizeSpend(database, filter)).filter(
    ({ campaign, set, ad, ids }) => {
      const names = words.length === 0 ? '' : toSearchText([campaign, set, ad, ids].join(' '));
      return words.every((word) => names.includes(word));
    },
  );
  const end = after + limit;
  return {
    items: summaries.slice(after, end).map(({ ids: _, ...item }) => item),
    next: end < summaries.length ? String(end) : null,
    totals: sumByCurrency(summaries),
  };
}

const sumByCurrency = (items: readonly SpendTotal[]): SpendTotal[] =>
  [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    ...sumRows({ spend_cents: 0, cost_cents: 0 }, group),
  }));
