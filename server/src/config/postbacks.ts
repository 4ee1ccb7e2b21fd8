import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/platforms';
import type { Environment } from './variables.ts';

/** The secret that authenticates each platform's notices; null: the platform has no route. */
export type PostbackSecrets = Readonly<Record<PlatformName, string | null>>;

export function readPostbackSecrets(env: Environment): PostbackSecrets {
  const read = (name: PlatformName) => env[PLATFORMS[name].secretVariable]?.trim() || null;
  return Object.fromEntries(PLATFORM_NAMES.map((name) => [name, read(name)])) as PostbackSecrets;
}
