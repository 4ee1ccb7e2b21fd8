import type { SiteContent } from '@funil/content/schema/site';
import type { Utms } from '@funil/contract/utm';
import { addVisitor, type CheckoutVisitor } from './platforms.ts';

type CheckoutContent = SiteContent['checkout'];

/** Who leaves for the checkout, and where they came from. */
export interface Departure {
  readonly utms: Utms;
  readonly visitor: CheckoutVisitor;
}

/** The checkout's address for this visitor; parameters already in it stay. */
export function buildCheckoutUrl(checkout: CheckoutContent, { utms, visitor }: Departure): string {
  const { url, funnel, platform = 'other', refParameter, prefill = false } = checkout;
  const address = new URL(url);
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utms;
  const parameters = { funnel, ra: 'false', utm_source, utm_medium };
  const others = { utm_campaign, utm_content, utm_term };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  for (const [name, value] of Object.entries(others)) {
    if (value !== '') address.searchParams.set(name, value);
  }
  addVisitor(address.searchParams, { platform, refParameter, prefill }, visitor);
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
