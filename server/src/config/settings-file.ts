import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { EnvVariables } from './variables.ts';

type SettingsResult = { ok: true; env: EnvVariables } | { ok: false; message: string };

const DEFAULT_SETTINGS_FILE = join(import.meta.dirname, '../../../.env');

export const settingsFilePath = (env: EnvVariables): string =>
  env.ENV_FILE ?? DEFAULT_SETTINGS_FILE;

/** Reads UTF-8, or UTF-16 as PowerShell's `>` writes it. */
export function readSettingsText(file: string): string {
  const bytes = readFileSync(file);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Docker's `--env-file` and some panels keep quotes. SECRETS_KEY keeps its own, which earlier releases used. */
const withoutQuotes = (env: EnvVariables): EnvVariables =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name === 'SECRETS_KEY' ? value : value?.replace(/^(["'])(.*)\1$/s, '$2'),
    ]),
  );

/** Returns the numbers of lines that `parseEnv` ignores, or whose value it cuts at a `#` or returns with quotes. */
export const listMisreadLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (isReadAsWritten(line.trim()) ? [] : [index + 1]));

function isReadAsWritten(line: string): boolean {
  if (line === '' || line.startsWith('#')) return true;
  const [, value] = /^(?:export +)?[a-z_]\w*\s*(=.*)$/i.exec(line) ?? [];
  if (value === undefined) return false;
  return /^=\s*["'`]/.test(value)
    ? /^=\s*(["'`]).*?\1\s*(?:#.*)?$/.test(value)
    : !/^[^#]*[^\s#]#/.test(value);
}

/**
 * Adds the settings of `.env`. The environment takes precedence, even with an empty value.
 * @param environment `ENV_FILE` names another file; if it is empty, as in tests, no file is read
 */
export function readSettings(environment: EnvVariables): SettingsResult {
  const env = withoutQuotes(environment);
  const file = settingsFilePath(env);
  if (file === '') return { ok: true, env };
  try {
    return { ok: true, env: { ...parseEnv(readSettingsText(file)), ...env } };
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
