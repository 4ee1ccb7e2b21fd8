// The page imports this file, so this file imports no platform.

import { appendReference } from '../capture/reference.ts';
import type { Utms } from '../capture/utm.ts';
import type { PrefillParameters } from './platforms/platform-info.ts';

/** A checkout as the page links to it, with the link parameters of its platform; see `resolveCheckout`. */
export interface PageCheckout {
  readonly url: string;
  readonly funnel: string;
  readonly referenceParameters: readonly string[];
  readonly prefill?: PrefillParameters;
}

/**
 * Returns the checkout's address with the visitor's UTMs and reference. Other parameters of `checkout.url` are kept.
 * @param key the lead's idempotency key or the application's id; the platform's notices return it
 */
export function checkoutAddress(checkout: PageCheckout, utms: Utms, key: string): URL {
  const { url, funnel, referenceParameters } = checkout;
  const address = new URL(url);
  const { searchParams } = address;
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utms;
  const parameters = { funnel, ra: 'false', utm_source, utm_medium };
  const optional = { utm_campaign, utm_content, utm_term };
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  for (const [name, value] of Object.entries(optional)) {
    if (value !== '') searchParams.set(name, value);
  }
  for (const name of referenceParameters)
    searchParams.set(name, appendReference(searchParams.get(name) ?? '', key));
  return address;
}
