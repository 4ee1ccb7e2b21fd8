import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { EnvVariables } from './variables.ts';

export type SettingsResult = { ok: true; env: EnvVariables } | { ok: false; message: string };

const DEFAULT_FILE = join(import.meta.dirname, '../../../.env');

export const settingsFilePath = (env: EnvVariables): string => env.ENV_FILE ?? DEFAULT_FILE;

/**
 * Adds the settings of `.env`. The environment takes precedence, even with an empty value.
 * @param env `ENV_FILE` names another file; an empty value means none, as in tests
 */
export function readSettings(env: EnvVariables): SettingsResult {
  const file = settingsFilePath(env);
  if (file === '') return { ok: true, env };
  try {
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    return { ok: true, env: { ...parseEnv(text), ...env } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && env.ENV_FILE === undefined) return { ok: true, env };
    return { ok: false, message: `Não foi possível ler ${file} (${code}).` };
  }
}

/** @throws Error with a sentence if the file exists and cannot be read */
export function loadSettings(): void {
  const settingsResult = readSettings(process.env);
  if (!settingsResult.ok) throw new Error(settingsResult.message);
  Object.assign(process.env, settingsResult.env);
}
