import type { ConsoleContext } from '@funil/contract/console/status';
import type { TemplatesAnswer } from '@funil/contract/console/templates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => call<TemplatesAnswer>('templates', { signal }),
  staleTime: 300_000,
});

/** What the whole console goes by: the product's name, the hours to answer in, who is signed in. */
export const contextQuery = queryOptions({
  queryKey: ['context'],
  queryFn: ({ signal }) => call<ConsoleContext>('context', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for what every view with people in it greets them with. */
export function prefetchGreeting(): void {
  void queryClient.prefetchQuery(templatesQuery);
  void queryClient.prefetchQuery(contextQuery);
}
