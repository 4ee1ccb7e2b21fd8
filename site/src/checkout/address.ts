import type { SiteContent } from '@funil/content/schema/site';
import { checkoutAddress } from '@funil/contract/checkout';
import type { Utms } from '@funil/contract/utm';
import { type CheckoutVisitor, prefilled } from './platforms.ts';

type CheckoutContent = SiteContent['checkout'];

/** Who leaves for the checkout, and where they came from. */
export interface Departure {
  readonly utms: Utms;
  readonly visitor: CheckoutVisitor;
}

/** The checkout's address for this visitor; parameters already in it stay. */
export function buildCheckoutUrl(checkout: CheckoutContent, { utms, visitor }: Departure): string {
  const { platform = 'other', prefill = false } = checkout;
  const address = checkoutAddress({ ...checkout, platform }, utms, visitor.key);
  const more = prefill ? prefilled(platform, visitor) : [];
  for (const [name, value] of more) address.searchParams.set(name, value);
  return address.href;
}

/** Leaves for the checkout. */
export function goToCheckout(checkout: CheckoutContent, departure: Departure): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, departure));
  } catch (error) {
    // The lead is saved; the visitor stays on the page.
    console.error('checkout', error);
  }
}
