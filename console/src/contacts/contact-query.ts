import type { SubjectDetail } from '@funil/contract/console/subjects';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';

/** Where `lead:7` or `application:…` is read. */
export function pathOf(subject: string): string {
  const [kind, id] = subject.split(':');
  return `${kind === 'lead' ? 'leads' : 'applications'}/${id}`;
}

/** One person's row with all that is known of it. */
export const contactQuery = (subject: string) =>
  queryOptions({
    queryKey: ['subject', subject],
    queryFn: ({ signal }) => call<SubjectDetail>(pathOf(subject), { signal }),
  });

/** The person as this browser last saw it. */
export const readDetail = (subject: string): SubjectDetail | undefined =>
  queryClient.getQueryData(contactQuery(subject).queryKey);
