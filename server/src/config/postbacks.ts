import {
  ACCOUNT_ROLES,
  type AccountRole,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
} from '@funil/contract/sales/platforms';
import type { z } from 'zod';
import { type Environment, refuseValue, textOr } from './variables.ts';

/** The secrets of a platform's accounts, any of which authenticates its notices; none: the platform has no route. */
export type PostbackSecrets = Readonly<Record<PlatformName, readonly string[]>>;

export function readPostbackSecrets(env: Environment): PostbackSecrets {
  const readSecrets = (name: PlatformName): readonly string[] =>
    (env[PLATFORMS[name].secretVariable] ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean);
  return Object.fromEntries(
    PLATFORM_NAMES.map((name) => [name, readSecrets(name)]),
  ) as PostbackSecrets;
}

const accountRole = textOr(null).transform((value, context): AccountRole | null => {
  const role = ACCOUNT_ROLES.find((known) => known === value) ?? null;
  return role ?? (value === null ? null : refuseValue(context, ACCOUNT_ROLES.join(' or '), value));
});

export const ACCOUNT_VARIABLES = { HOTMART_ACCOUNT: accountRole, EDUZZ_ACCOUNT: accountRole };

/** The role of the seller's account on each platform whose notices do not tell the role; null: unknown. */
export type Accounts = ReturnType<typeof readAccounts>;

export const readAccounts = (values: z.infer<z.ZodObject<typeof ACCOUNT_VARIABLES>>) => ({
  hotmart: values.HOTMART_ACCOUNT,
  eduzz: values.EDUZZ_ACCOUNT,
});
