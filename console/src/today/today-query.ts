import type { Today } from '@funil/contract/console/today';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call<Today>('today', { signal }),
  // Clocks run down also when nothing new comes in.
  refetchInterval: 300_000,
});
