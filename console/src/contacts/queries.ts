import type { ContactItem, FullContact } from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import type { TemplatesAnswer } from '@funil/contract/console/templates';
import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { pagesQuery, queryClient } from '../queries.ts';
import { contextQuery } from '../session/context.ts';
import type { ListSearch } from './states.tsx';

export type ListName = 'leads' | 'applications';

/** More rows than a screen has, few enough to arrive at once. */
const PAGE_SIZE = 100;

/** A list, the newest row first. The live stream reports its changes. */
export const listQuery = (name: ListName, search: ListSearch) => ({
  ...pagesQuery<ContactItem>(['list', name, search], name, { ...search, limit: PAGE_SIZE }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Shows rows as the server last returned them, in every list that has them. */
export async function putItems(items: readonly ContactItem[]): Promise<void> {
  // A list that is on its way may be from before the change; one without rows yet still needs its answer.
  await queryClient.cancelQueries({
    queryKey: ['list'],
    predicate: ({ state }) => state.data !== undefined,
  });
  const put = (shown: ContactItem) =>
    items.find(({ subject, version }) => subject === shown.subject && version >= shown.version) ??
    shown;
  queryClient.setQueriesData<InfiniteData<Page<ContactItem>>>(
    { queryKey: ['list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(put) })),
      },
  );
}

/** Where `lead:7` or `application:…` is read. */
function pathOf(subject: string): string {
  const [kind, id] = subject.split(':');
  return `${kind === 'lead' ? 'leads' : 'applications'}/${id}`;
}

/** One person's row with its details. */
export const contactQuery = (subject: string) =>
  queryOptions({
    queryKey: ['subject', subject],
    queryFn: ({ signal }) => call<FullContact>(pathOf(subject), { signal }),
  });

/** The person as this browser last saw it. */
export const readDetail = (subject: string): FullContact | undefined =>
  queryClient.getQueryData(contactQuery(subject).queryKey);

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => call<TemplatesAnswer>('templates', { signal }),
  staleTime: 300_000,
});

/** Fetches what every view with people in it needs to greet them. */
export function prefetchMessageData(): void {
  void queryClient.prefetchQuery(templatesQuery);
  void queryClient.prefetchQuery(contextQuery);
}
