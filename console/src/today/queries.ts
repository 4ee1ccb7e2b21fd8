import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import { CONTACT_TABLES } from '../queries.ts';

export const todayQuery = queryOptions({
  ...routeQuery('GET today', ['today'], [...CONTACT_TABLES, 'deliveries']),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
