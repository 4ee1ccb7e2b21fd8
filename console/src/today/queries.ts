import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import { CONTACT_TABLES } from '../queries.ts';

export const todayQuery = queryOptions({
  // A change of `page` refetches the view, because a new seller's first steps include publishing the page.
  ...routeQuery('GET today', ['today'], [...CONTACT_TABLES, 'deliveries', 'page']),
  // Refetched at this interval, too, because deadlines run out even when no row changes.
  refetchInterval: 300_000,
});
