import type { PageCheckout } from './checkout-address.ts';
import type { PlatformInfo } from './platforms/platform-info.ts';
import {
  type CheckoutPlatform,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
} from './platforms.ts';

/** Null if the host is no platform's. Never throws. */
export function platformOfAddress(url: string): PlatformName | null {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const ofHost = (name: PlatformName) =>
    PLATFORMS[name].domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return PLATFORM_NAMES.find(ofHost) ?? null;
}

export interface Checkout {
  readonly url: string;
  readonly funnel: string;
  /** Left out or null: the platform of the address's host. */
  readonly platform?: CheckoutPlatform | null | undefined;
  /** For the platform `other` only: the parameter that its notices return. */
  readonly refParameter?: string | null | undefined;
  /** Whether links prefill the visitor's name and phone. */
  readonly prefill?: boolean | undefined;
}

/** Null if neither content nor the host tells it. */
export const checkoutPlatform = ({ url, platform }: Pick<Checkout, 'url' | 'platform'>) =>
  platform ?? platformOfAddress(url);

/** Prefills a contact only if content allows it. */
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
