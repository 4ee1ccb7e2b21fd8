import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import { CONTACT_TABLES } from '../queries.ts';

export const todayQuery = queryOptions({
  // The first steps show the state of the `page`.
  ...routeQuery('GET today', ['today'], [...CONTACT_TABLES, 'deliveries', 'page']),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
