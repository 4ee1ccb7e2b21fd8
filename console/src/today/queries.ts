import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import { CONTACT_TABLES } from '../queries.ts';

export const todayQuery = queryOptions({
  // `page`, because the steps of a new installation include publishing the page.
  ...routeQuery('GET today', ['today'], [...CONTACT_TABLES, 'deliveries', 'page']),
  // Deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
