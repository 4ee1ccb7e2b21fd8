/** The way to the checkout: page and server make the same address. Browser code reads this, so it knows no zod. */
import type { CheckoutPlatform, PlatformName } from './platforms.ts';
import { withReference } from './reference.ts';
import type { Utms } from './utm.ts';

/**
 * The link parameters that a platform's notices give back: the ones made for references, else the UTM that sellers use
 * least. Eduzz, TMB and Monetizze document no `utm_term` in their notices, so `utm_content` carries it, too.
 */
const REFERENCE_PARAMETERS: Readonly<Record<PlatformName, readonly string[]>> = {
  hotmart: ['sck'],
  kiwify: ['s1', 'sck'],
  eduzz: ['utm_term', 'utm_content'],
  hubla: ['utm_term'],
  ticto: ['sck'],
  tmb: ['utm_term', 'utm_content'],
  monetizze: ['src', 'utm_content'],
};

export interface Checkout {
  readonly url: string;
  readonly funnel: string;
  readonly platform: CheckoutPlatform;
  /** Of `other` only: the parameter that its notices give back. */
  readonly refParameter?: string | null | undefined;
}

/**
 * The checkout's address for this visitor; parameters already in it stay. `key` is the lead's
 * idempotency key or the application's id, which comes back with the sale.
 */
export function checkoutAddress(checkout: Checkout, utms: Utms, key: string): URL {
  const { url, funnel, platform, refParameter } = checkout;
  const address = new URL(url);
  const { searchParams } = address;
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utms;
  const parameters = { funnel, ra: 'false', utm_source, utm_medium };
  const others = { utm_campaign, utm_content, utm_term };
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  for (const [name, value] of Object.entries(others)) {
    if (value !== '') searchParams.set(name, value);
  }
  const own = refParameter ? [refParameter] : [];
  const named = platform === 'other' ? own : REFERENCE_PARAMETERS[platform];
  for (const name of named)
    searchParams.set(name, withReference(searchParams.get(name) ?? '', key));
  return address;
}
