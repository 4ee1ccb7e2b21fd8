import type { Page } from '@funil/contract/console/page';
import type { SaleDetail, SaleItem, SaleNotice } from '@funil/contract/console/sales';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, readList } from '../api.ts';
import type { SalesSearch } from './sales-search.ts';

export type SaleName = Pick<SaleItem, 'platform' | 'key'>;

const PAGE = 100;

export const salesQuery = (search: SalesSearch) =>
  infiniteQueryOptions({
    queryKey: ['sales', search],
    queryFn: ({ pageParam, signal }) =>
      readList<Page<SaleItem>>(
        'sales',
        { ...search, limit: PAGE, ...(pageParam !== null && { after: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const salePath = ({ platform, key }: SaleName): string =>
  `sales/${encodeURIComponent(platform)}/${encodeURIComponent(key)}`;

export const saleQuery = ({ platform, key }: SaleName) =>
  queryOptions({
    queryKey: ['sale', platform, key],
    queryFn: ({ signal }) => call<SaleDetail>(salePath({ platform, key }), { signal }),
  });

/** What a platform sent and nobody understood, the newest first. */
export const unreadQuery = infiniteQueryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: ({ pageParam, signal }) =>
    call<Page<SaleNotice>>('notices', {
      query: { unread: '1', limit: 50, ...(pageParam !== null && { after: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});
