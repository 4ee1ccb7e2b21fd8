import type { CheckoutLink } from '@funil/contract/console/sales';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, explain } from '../api.ts';
import { isFinal, queryClient } from '../queries.ts';
import { needsLink } from './greeting.ts';

/** The checkout's address that leads back to this person when they buy. */
export const checkoutLinkQuery = (subject: string) =>
  queryOptions({
    queryKey: ['checkout-link', subject],
    queryFn: () => call<CheckoutLink>('checkout-link', { method: 'POST', body: { subject } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each making of a link is a line in the trail: one a person and tab is enough.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** How long, in ms, a press waits for a link: browsers let it open a window for about as long. */
const PATIENCE = 3_000;

/** Waits for a link while somebody waits for it. @returns null: there is none to be had; undefined: it did not come */
export async function awaitLink(subject: string): Promise<string | null | undefined> {
  const link = queryClient.fetchQuery(checkoutLinkQuery(subject)).then(
    ({ url }) => url,
    (error) => (isFinal(error) ? null : undefined),
  );
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  return Promise.race([link, patience]);
}

interface Link {
  readonly url: string | undefined;
  /** Asked for, and worth waiting for. */
  readonly isComing: boolean;
  /** Why there is none; null: there is, it may come yet, or the text needs none. */
  readonly lack: string | null;
  /** Whether asking again would change nothing. */
  readonly isRefused: boolean;
}

/** The link that a text needs. @param subject whose; null: nobody's, and there is none to be had */
export function useCheckoutLink(subject: string | null, text: string): Link {
  const isNeeded = needsLink(text);
  const { data, error, fetchStatus } = useQuery({
    ...checkoutLinkQuery(subject ?? ''),
    enabled: isNeeded && subject !== null,
  });
  const nobodys = subject === null ? 'a venda ainda não está ligada a ninguém.' : null;
  return {
    url: data?.url,
    isComing: fetchStatus === 'fetching',
    lack: isNeeded ? (nobodys ?? (error && explain(error))) : null,
    isRefused: isFinal(error),
  };
}

/** What stands for the link where the text is shown. */
export const linkWords = ({ url, isComing }: Link): string | undefined =>
  url ?? (isComing ? '…' : undefined);
