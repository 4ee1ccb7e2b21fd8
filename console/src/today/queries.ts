import type { Today } from '@funil/contract/console/today';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call<Today>('today', { signal }),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
