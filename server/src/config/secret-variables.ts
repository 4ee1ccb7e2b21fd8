import { STORED_SETTINGS } from '@funil/contract/stored-settings';
import type { Environment } from './variables.ts';

/** Returns the secrets that are set, by variable: the other side may change each at any time. */
export const readSecretVariables = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...STORED_SETTINGS.values()].flatMap(({ name, isSecret }) => {
      const secret = isSecret && env[name]?.trim();
      return secret ? [[name, secret]] : [];
    }),
  );
