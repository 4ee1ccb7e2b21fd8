// The page imports only the types of this file, because the page's scripts have a size limit.

import { eduzz } from './platforms/eduzz.ts';
import { hotmart } from './platforms/hotmart.ts';
import { hubla } from './platforms/hubla.ts';
import { kiwify } from './platforms/kiwify.ts';
import { monetizze } from './platforms/monetizze.ts';
import type { PlatformInfo } from './platforms/platform-info.ts';
import { ticto } from './platforms/ticto.ts';
import { tmb } from './platforms/tmb.ts';

/** An account's part in a product that several accounts sell. */
export const PLATFORM_ACCOUNT_ROLES = ['producer', 'coproducer'] as const;
export type PlatformAccountRole = (typeof PLATFORM_ACCOUNT_ROLES)[number];

/** A new platform gets a file, one line here, and an adapter and a simulator in the folders of its name. */
export const PLATFORMS = {
  hotmart,
  kiwify,
  eduzz,
  hubla,
  ticto,
  tmb,
  monetizze,
} as const satisfies Readonly<Record<string, PlatformInfo>>;

export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[];

/** `other` is any platform without an adapter, whose notices the server cannot read. */
export type CheckoutPlatform = PlatformName | 'other';
export const CHECKOUT_PLATFORMS: readonly CheckoutPlatform[] = [...PLATFORM_NAMES, 'other'];

/** Returns a platform's label; an unknown name unchanged. */
export const platformLabel = (name: string): string =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name as PlatformName].label : name;

/** Returns the path for a platform's notices, with `O-SEGREDO` in place of a secret that belongs into the query. */
export function noticePath(name: PlatformName): string {
  const { noticeQuery = '' }: PlatformInfo = PLATFORMS[name];
  return `/postbacks/${name}${noticeQuery}`;
}
