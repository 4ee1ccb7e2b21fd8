import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { CONTACT_TABLES } from '../queries.ts';

export const todayQuery = queryOptions({
  queryKey: ['today'],
  // `page`: the first steps say on which platform the page sells.
  meta: { tables: [...CONTACT_TABLES, 'deliveries', 'page'] },
  queryFn: ({ signal }) => call('GET today', { signal }),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
