/** The checkout's address, which page and server build alike. Browser code imports this file, so it does not import zod. */

import { withReference } from '../reference.ts';
import type { Utms } from '../utm.ts';
import type { CheckoutPlatform, PlatformName } from './platforms.ts';

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

/** The domains of each platform's checkouts. */
const CHECKOUT_DOMAINS: Readonly<Record<PlatformName, readonly string[]>> = {
  hotmart: ['hotmart.com'],
  kiwify: ['kiwify.com.br', 'kiwify.com'],
  eduzz: ['eduzz.com'],
  hubla: ['hub.la'],
  ticto: ['ticto.app', 'ticto.com.br'],
  tmb: ['tmbeducacao.com.br'],
  monetizze: ['monetizze.com.br'],
};

/** Returns the platform of an address's host; null if the host is none of theirs. Never throws. */
export function platformOfAddress(url: string): PlatformName | null {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const names = Object.keys(CHECKOUT_DOMAINS) as PlatformName[];
  const ofHost = (name: PlatformName) =>
    CHECKOUT_DOMAINS[name].some((domain) => host === domain || host.endsWith(`.${domain}`));
  return names.find(ofHost) ?? null;
}

export interface Checkout {
  readonly url: string;
  readonly funnel: string;
  /** Left out or null: the platform of the address's host. */
  readonly platform?: CheckoutPlatform | null | undefined;
  /** For the platform `other` only: the parameter that its notices return. */
  readonly refParameter?: string | null | undefined;
}

/** Returns a checkout's platform: the stated one, else that of its address; null if neither is known. */
export const checkoutPlatform = ({ url, platform }: Pick<Checkout, 'url' | 'platform'>) =>
  platform ?? platformOfAddress(url);

/**
 * Returns the checkout's address for a visitor; parameters that are already in it stay. `key` is the lead's idempotency
 * key or the application's id, which the sale's notice returns.
 */
export function checkoutAddress(checkout: Checkout, utms: Utms, key: string): URL {
  const { url, funnel, refParameter } = checkout;
  const platform = checkoutPlatform(checkout) ?? 'other';
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
