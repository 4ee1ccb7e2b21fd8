import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call('GET today', { signal }),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
