import { queryOptions } from '@tanstack/react-query';
import { call, routeQuery } from '../api.ts';
import { readOneOf, readText, type SearchOf, searchReader } from '../parts/search-params.ts';
import { infiniteListQuery } from '../queries.ts';

const DELIVERY_SEARCH_FIELDS = {
  state: readOneOf(['waiting', 'delivered', 'dead', 'canceled']),
  destination: readText,
};

export type DeliverySearch = SearchOf<typeof DELIVERY_SEARCH_FIELDS>;
export const readDeliverySearch = searchReader(DELIVERY_SEARCH_FIELDS);

export const endpointsQuery = routeQuery('GET endpoints', ['endpoints'], ['deliveries']);

export const deliveriesQuery = (search: DeliverySearch) =>
  infiniteListQuery(['deliveries', search], ['deliveries', 'erasures'], 'GET deliveries', {
    ...search,
    limit: 30,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    meta: { tables: ['deliveries', 'erasures'] },
    queryFn: ({ signal }) => call('GET deliveries/:id', { params: { id }, signal }),
  });
