import {
  PLATFORM_ACCOUNT_ROLES,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformAccountRole,
  type PlatformName,
} from '@funil/contract/sales/platforms';
import { type EnvVariables, refuseValue, textOr } from './variables.ts';

/** The secrets of each platform, any of which authenticates its notices. Without one, the platform has no route. */
export type PostbackSecrets = Readonly<Record<PlatformName, readonly string[]>>;

export function readPostbackSecrets(env: EnvVariables): PostbackSecrets {
  const readSecrets = (name: PlatformName): readonly string[] =>
    (env[PLATFORMS[name].secretVariable] ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean);
  return Object.fromEntries(
    PLATFORM_NAMES.map((name) => [name, readSecrets(name)]),
  ) as PostbackSecrets;
}

const accountRoleVariable = textOr(null).transform((value, context): PlatformAccountRole | null => {
  const role = PLATFORM_ACCOUNT_ROLES.find((known) => known === value) ?? null;
  return (
    role ??
    (value === null ? null : refuseValue(context, PLATFORM_ACCOUNT_ROLES.join(' or '), value))
  );
});

const accountVariables = PLATFORM_NAMES.flatMap((platform) => {
  const platformInfo = PLATFORMS[platform];
  return 'accountVariable' in platformInfo
    ? { platform, variable: platformInfo.accountVariable }
    : [];
});
type AccountVariable = (typeof accountVariables)[number]['variable'];

export const ACCOUNT_VARIABLES = Object.fromEntries(
  accountVariables.map(({ variable }) => [variable, accountRoleVariable]),
) as Record<AccountVariable, typeof accountRoleVariable>;

/** The seller's role, on platforms whose notices do not tell it; null: unknown. */
export type AccountRoles = Readonly<Record<string, PlatformAccountRole | null>>;

export const readAccountRoles = (
  values: Record<AccountVariable, PlatformAccountRole | null>,
): AccountRoles =>
  Object.fromEntries(
    accountVariables.map(({ platform, variable }) => [platform, values[variable]]),
  );
