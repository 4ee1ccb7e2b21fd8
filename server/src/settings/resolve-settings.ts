import { STORED_SETTINGS } from '@funil/contract/settings/stored-settings';
import { type Config, type ConfigResult, readConfig } from '../config/config.ts';
import type { EnvVariables } from '../config/variables.ts';
import type { SealedSetting } from '../store/settings-tables.ts';
import { openWithAny } from './seal.ts';
import { readKeys, type SecretsKeyConfig } from './secrets-key.ts';

/** Returns false for an empty variable, because compose.yaml passes unset variables as empty ones. */
export const isSetByEnvironment = (env: EnvVariables, name: string): boolean =>
  Boolean(env[name]?.trim());

/** Reads the settings that the database cannot hold, such as its own address. */
export const readBaseConfig = (env: EnvVariables): ConfigResult =>
  readConfig(
    Object.fromEntries(Object.entries(env).filter(([name]) => !STORED_SETTINGS.has(name))),
  );

export interface OpenedSettings {
  readonly values: Readonly<Record<string, string>>;
  /** Names of the values that none of this server's keys opens. */
  readonly unreadable: readonly string[];
}

export function openSettings(
  env: EnvVariables,
  config: SecretsKeyConfig,
  rows: readonly SealedSetting[],
): OpenedSettings {
  const wantedRows = rows.filter(
    ({ name }) => STORED_SETTINGS.has(name) && !isSetByEnvironment(env, name),
  );
  const keys = wantedRows.length === 0 ? [] : readKeys(config);
  const values: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const { name, sealed } of wantedRows) {
    const value = openWithAny(keys, name, sealed);
    if (value === null) unreadable.push(name);
    else values[name] = value;
  }
  return { values, unreadable };
}

type SettingsResolution =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly env: EnvVariables;
      /** Names of settings that cannot be opened, or that the configuration refuses. */
      readonly unusable: readonly string[];
    }
  | Extract<ConfigResult, { ok: false }>;

/** The environment takes precedence. Invalid stored settings are left out. */
export function resolveSettings(
  env: EnvVariables,
  rows: readonly SealedSetting[],
): SettingsResolution {
  const baseConfig = readBaseConfig(env);
  if (!baseConfig.ok) return baseConfig;
  const { values, unreadable } = openSettings(env, baseConfig.config, rows);
  const unusable = [...unreadable];
  const mergedEnv: Record<string, string | undefined> = { ...env, ...values };
  for (;;) {
    const configResult = readConfig(mergedEnv);
    if (configResult.ok) return { ok: true, config: configResult.config, env: mergedEnv, unusable };
    const { variable } = configResult;
    // The variable may be invalid only because a stored one that it needs cannot be used.
    const mayBeLeftOut =
      mergedEnv[variable] !== undefined &&
      (variable in values || (unusable.length > 0 && STORED_SETTINGS.has(variable)));
    if (!mayBeLeftOut) return configResult;
    delete mergedEnv[variable];
    unusable.push(variable);
  }
}
