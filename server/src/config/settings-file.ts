import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsResult = { ok: true; env: Environment } | { ok: false; message: string };

const DEFAULT_FILE = join(import.meta.dirname, '../../../.env');

/** The file of settings for this environment; empty: none. */
export const settingsFile = (env: Environment): string => env.ENV_FILE ?? DEFAULT_FILE;

/**
 * The environment with what the repository's `.env` adds; what the environment has, even empty, wins.
 * @param env may name another file as `ENV_FILE`; empty: none, as tests have it
 */
export function readSettings(env: Environment): SettingsResult {
  const file = settingsFile(env);
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

/**
 * Adds the settings of `.env` to this process.
 * @throws Error with a sentence when the file is there and cannot be read
 */
export function loadSettings(): void {
  const read = readSettings(process.env);
  if (!read.ok) throw new Error(read.message);
  Object.assign(process.env, read.env);
}
