import type { SiteContent } from '@funil/content/schema/site';
import { checkoutAddress } from '@funil/contract/checkout';
import type { Utms } from '@funil/contract/utm';
import { type CheckoutVisitor, prefilled } from './platforms.ts';

/** The checkout's address for this visitor; parameters already in it stay. */
export function buildCheckoutUrl(
  checkout: SiteContent['checkout'],
  utms: Utms,
  visitor: CheckoutVisitor,
): string {
  const address = checkoutAddress(checkout, utms, visitor.key);
  const more = checkout.prefill ? prefilled(checkout.platform, visitor) : [];
  for (const [name, value] of more) address.searchParams.set(name, value);
  return address.href;
}

/** Leaves for the checkout. */
export function goToCheckout(
  checkout: SiteContent['checkout'],
  utms: Utms,
  visitor: CheckoutVisitor,
): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, utms, visitor));
  } catch (error) {
    // The lead is saved; the visitor stays on the page.
    console.error('checkout', error);
  }
}
