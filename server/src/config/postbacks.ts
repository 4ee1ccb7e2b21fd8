import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/platforms';
import type { Environment } from './variables.ts';

/** The secrets of a platform's accounts, any of which authenticates its notices; none: the platform has no route. */
export type PostbackSecrets = Readonly<Record<PlatformName, readonly string[]>>;

export function readPostbackSecrets(env: Environment): PostbackSecrets {
  const read = (name: PlatformName): readonly string[] =>
    (env[PLATFORMS[name].secretVariable] ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean);
  return Object.fromEntries(PLATFORM_NAMES.map((name) => [name, read(name)])) as PostbackSecrets;
}
