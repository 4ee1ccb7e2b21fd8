import type { CheckoutLink } from '@funil/contract/console/sales';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** The checkout's address that leads back to this person when they buy. */
export const checkoutLinkQuery = (subject: string) =>
  queryOptions({
    queryKey: ['checkout-link', subject],
    queryFn: () => call<CheckoutLink>('checkout-link', { method: 'POST', body: { subject } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
