/** The page imports this file, and therefore not the platforms. */

import { appendReference } from '../reference.ts';
import type { Utms } from '../utm.ts';
import type { PrefillParameters } from './platforms/platform-info.ts';

/** The parameters that the platform reads in links. */
export interface PageCheckout {
  readonly url: string;
  readonly funnel: string;
  readonly referenceParameters: readonly string[];
  readonly prefill?: PrefillParameters;
}

/**
 * Parameters that are already in the address stay. `key` is the lead's idempotency key or the application's id, which
 * the sale's notice returns.
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
