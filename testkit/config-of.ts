import { type Config, readConfig } from '@funil/server/config/config';

/** Returns the configuration of an environment. @throws the message about an invalid variable */
export function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.message);
  return result.config;
}
