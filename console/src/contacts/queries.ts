import type { ContactItem, FullContact } from '@funil/contract/console/contacts';
import type { TemplatesAnswer } from '@funil/contract/console/templates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { pagesQuery, queryClient } from '../queries.ts';
import { contextQuery } from '../session/context.ts';
import type { ListSearch } from './states.tsx';

export type ListName = 'leads' | 'applications';

/** More rows than a screen shows, few enough to arrive at once. */
const PAGE_SIZE = 100;

/** A list, the newest row first. The live stream reports its changes. */
export const listQuery = (name: ListName, search: ListSearch) => ({
  ...pagesQuery<ContactItem>(['list', name, search], name, { ...search, limit: PAGE_SIZE }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const contactQuery = (subject: string) =>
  queryOptions({
    queryKey: ['subject', subject],
    queryFn: ({ signal }) => {
      const [kind, id] = subject.split(':');
      return call<FullContact>(`${kind === 'lead' ? 'leads' : 'applications'}/${id}`, { signal });
    },
  });

export const readContact = (subject: string): FullContact | undefined =>
  queryClient.getQueryData(contactQuery(subject).queryKey);

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => call<TemplatesAnswer>('templates', { signal }),
  staleTime: 300_000,
});

/** Fetches the data that messages to contacts are made of. */
export function prefetchMessageData(): void {
  void queryClient.prefetchQuery(templatesQuery);
  void queryClient.prefetchQuery(contextQuery);
}
