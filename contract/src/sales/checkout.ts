import type { PageCheckout } from './checkout-address.ts';
import type { PlatformInfo } from './platforms/platform-info.ts';
import {
  type CheckoutPlatform,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
} from './platforms.ts';

/** Returns the platform of an address's host; null if the host is no platform's. Never throws. */
export function platformOfAddress(url: string): PlatformName | null {
  const host = /^\s*https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const ofHost = (name: PlatformName) =>
    PLATFORMS[name].domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return PLATFORM_NAMES.find(ofHost) ?? null;
}

export interface Checkout {
  readonly url: string;
  readonly funnel: string;
  /** Left out or null: the platform of the address's host. */
  readonly platform?: CheckoutPlatform | null | undefined;
  /** The parameter that the notices of the platform `other` return; ignored for the others. */
  readonly refParameter?: string | null | undefined;
  /** Whether links prefill the visitor's name and phone. */
  readonly prefill?: boolean | undefined;
}

/** Returns the stated platform, else that of the address's host; null if neither is known. */
export const checkoutPlatform = ({ url, platform }: Pick<Checkout, 'url' | 'platform'>) =>
  platform ?? platformOfAddress(url);

/** Returns the checkout with its links' parameters; with prefilling only if content allows it. */
export function resolveCheckout(checkout: Checkout): PageCheckout {
  const { url, funnel, refParameter, prefill } = checkout;
  const platform = checkoutPlatform(checkout) ?? 'other';
  const platformInfo: PlatformInfo | null = platform === 'other' ? null : PLATFORMS[platform];
  const ownParameters = refParameter ? [refParameter] : [];
  return {
    url,
    funnel,
    referenceParameters: platformInfo?.referenceParameters ?? ownParameters,
    ...(prefill && platformInfo?.prefill && { prefill: platformInfo.prefill }),
  };
}
