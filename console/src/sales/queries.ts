import type { ListPage } from '@funil/contract/list-page';
import type { SaleDetail, SaleItem } from '@funil/contract/sales/sales';
import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import { refreshTables } from '../live/refresh.ts';
import type { SalesSearch } from '../parts/sales-search.ts';
import { infiniteListQuery, queryClient } from '../queries.ts';

export type SaleParams = Pick<SaleItem, 'platform' | 'key'>;

export const salesQuery = (search: SalesSearch) =>
  infiniteListQuery('GET sales', ['sales', search], ['sales', 'erasures'], {
    ...search,
    limit: 100,
  });

/** Returns the sales of all pages of the list, but only the first sale of each person. */
const joinPeople = ({ pages }: InfiniteData<ListPage<SaleItem>>): readonly SaleItem[] =>
  [
    ...Map.groupBy(
      pages.flatMap(({ items }) => items),
      ({ person }) => person,
    ).values(),
  ].flatMap(([first]) => first ?? []);

export const buyersQuery = (search: SalesSearch) => ({ ...salesQuery(search), select: joinPeople });

export const saleParams = ({ platform, key }: SaleParams) => ({ platform, key });

export const saleQuery = ({ platform, key }: SaleParams) =>
  routeQuery('GET sales/:platform/:key', ['sale', platform, key], ['sales', 'erasures'], {
    params: { platform, key },
  });

export function storeSale(detail: SaleDetail): void {
  queryClient.setQueryData(saleQuery(detail).queryKey, detail);
  refreshTables(['sales']);
}

const COMPARISON_POLL_MS = 2_000;

export const reconciliationsQuery = queryOptions({
  ...routeQuery('GET reconciliations', ['reconciliations'], ['sales']),
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ state }) => state !== 'idle') ? COMPARISON_POLL_MS : false,
});

export const failedNoticesQuery = infiniteListQuery(
  'GET notices',
  ['notices', 'failed'],
  ['sales'],
  { failed: '1', limit: 50 },
);

export const platformNoticesQuery = queryOptions({
  ...routeQuery('GET notices/platforms', ['notices', 'platforms'], ['sales']),
  select: ({ platforms }) => platforms,
});
