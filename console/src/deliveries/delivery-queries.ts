import type {
  DeliveryDetail,
  DeliveryItem,
  DeliveryState,
  EndpointsAnswer,
} from '@funil/contract/console/deliveries';
import type { Page } from '@funil/contract/console/page';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** What narrows the log down; it stands in the address. */
export interface DeliverySearch {
  state?: DeliveryState;
  destination?: string;
}

const STATES = ['waiting', 'delivered', 'dead', 'canceled'] as const;

export function readDeliverySearch({ state, destination }: Record<string, unknown>) {
  const search: DeliverySearch = {};
  const known = STATES.find((each) => each === state);
  if (known) search.state = known;
  if (typeof destination === 'string' && destination !== '') search.destination = destination;
  return search;
}

export const endpointsQuery = queryOptions({
  queryKey: ['endpoints'],
  queryFn: ({ signal }) => call<EndpointsAnswer>('endpoints', { signal }),
});

export const deliveriesQuery = (search: DeliverySearch) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', search],
    queryFn: ({ pageParam, signal }) =>
      call<Page<DeliveryItem>>('deliveries', {
        query: { ...search, limit: 30, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => call<DeliveryDetail>(`deliveries/${id}`, { signal }),
  });
