/** The checkout's address, which page and server build alike. Browser code imports this file, so it does not import zod. */
import type { CheckoutPlatform, PlatformName } from './platforms.ts';
import { withReference } from './reference.ts';
import type { Utms } from './utm.ts';

/**
 * The link parameters that a platform's notices return: those meant for references, else the UTM that sellers use least.
 * Eduzz, TMB and Monetizze document no `utm_term` in their notices, so `utm_content` carries the reference as well.
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
  /** For the platform `other` only: the parameter that its notices return. */
  readonly refParameter?: string | null | undefined;
}

/**
 * Returns the checkout's address for a visitor; parameters that are already in it stay. `key` is the lead's idempotency
 * key or the application's id, which the sale's notice returns.
 */
export function checkoutAddress(checkout: Checkout, utms: Utms, key: string): URL {
  const { url, funnel, platform, refParameter } = checkout;
  const address = new URL(url);
  const { searchParams } = address;
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utms;
  const parameters = { funnel, ra: 'false', utm_source, utm_medium };
  const optional = { utm_campaign, utm_content, utm_term };
  for (const [name, value] of Object.entries(parameters)) searchParams.set(name, value);
  for (const [name, value] of Object.entries(optional)) {
    if (value !== '') searchParams.set(name, value);
  }
  const own = refParameter ? [refParameter] : [];
  const named = platform === 'other' ? own : REFERENCE_PARAMETERS[platform];
  for (const name of named)
    searchParams.set(name, withReference(searchParams.get(name) ?? '', key));
  return address;
}
