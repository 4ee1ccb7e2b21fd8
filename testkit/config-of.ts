import { type Config, readConfig } from '@funil/server/config/config';

/** Returns the configuration of an environment. @throws the message about an invalid variable */
export function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.message);
  return result.config;
}

/** Returns the message about an invalid variable of an environment, or null. */
export function messageOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const result = readConfig(env);
  return result.ok ? null : result.message;
}
