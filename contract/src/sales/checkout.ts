import type { PageCheckout } from './checkout-address.ts';
import type { PlatformInfo } from './platforms/platform-info.ts';
import {
  type CheckoutPlatform,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
} from './platforms.ts';

/** Returns null if the address is invalid, or its host belongs to no platform. */
export function platformOfAddress(url: string): PlatformName | null {
  const host = /^\s*https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const ofHost = (name: PlatformName) =>
    PLATFORMS[name].domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return PLATFORM_NAMES.find(ofHost) ?? null;
}

export interface Checkout {
  readonly url: string;
  readonly funnel: string;
  /** If left out or null, the address's host tells the platform. */
  readonly platform?: CheckoutPlatform | null | undefined;
  /** The link parameter whose value the notices return, if the platform is `other`; ignored for known platforms. */
  readonly refParameter?: string | null | undefined;
  /** Whether links prefill the visitor's name and phone. */
  readonly prefill?: boolean | undefined;
}

/** Returns the stated platform, else that of the address's host; null if the host is unknown, too. */
export const checkoutPlatform = ({ url, platform }: Pick<Checkout, 'url' | 'platform'>) =>
  platform ?? platformOfAddress(url);

/** Includes the parameters that prefill name and phone only if the content allows prefilling. */
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
