import { routeQuery } from '../api.ts';
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
  infiniteListQuery('GET deliveries', ['deliveries', search], ['deliveries', 'erasures'], {
    ...search,
    limit: 30,
  });

export const deliveryQuery = (id: string) =>
  routeQuery('GET deliveries/:id', ['delivery', id], ['deliveries', 'erasures'], {
    params: { id },
  });
