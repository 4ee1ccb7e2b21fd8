import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openWithAny, sealValue } from './seal.ts';

/** The settings that hold, or locate, this server's secrets key. */
export type SecretsKeyConfig = Pick<Config, 'store' | 'settings'>;

const KEY_BYTES = 32;
/** The key is in hexadecimal. A shorter file is damaged. */
const KEY_FILE_LENGTH = 2 * KEY_BYTES;

const deriveKey = (text: string) =>
  Buffer.from(hkdfSync('sha256', text, '', 'funil stored settings', KEY_BYTES));

/** The key's file, which is used if `SECRETS_KEY` is not set. */
export const keyFileOf = ({ store }: SecretsKeyConfig): string =>
  join(store.dataDir, 'secrets.key');

/** Returns null if the file is missing, damaged or unreadable. */
function readKeyFile(path: string): Buffer | null {
  try {
    const text = fs.readFileSync(path, 'utf8').trim();
    return text.length < KEY_FILE_LENGTH ? null : deriveKey(text);
  } catch {
    // The doctor reports the values that need this key.
    return null;
  }
}

/** Returns the keys that open values: `SECRETS_KEY`, and the key file's, which sealed values before that was set. */
export function readKeys(config: SecretsKeyConfig): Buffer[] {
  const { secretsKey } = config.settings;
  const fileKey = readKeyFile(keyFileOf(config));
  return [...(secretsKey === null ? [] : [deriveKey(secretsKey)]), ...(fileKey ? [fileKey] : [])];
}

/** Creates a missing key file. Returns null if the file cannot be created, or is damaged. */
export function readOrCreateKey(config: SecretsKeyConfig): Buffer | null {
  const [existing] = readKeys(config);
  if (existing) return existing;
  const path = keyFileOf(config);
  try {
    createKeyFile(path, config.store.dataDir);
  } catch {
    return null;
  }
  return readKeyFile(path);
}

/** Writes the key completely or not at all. If another process was first, its file stays. */
function createKeyFile(path: string, folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.incompleto`;
  fs.rmSync(unfinished, { force: true });
  try {
    const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`;
    fs.writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush: true });
    nameKeyFile(unfinished, path);
    syncFolder(folder);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

function nameKeyFile(unfinished: string, path: string) {
  try {
    fs.linkSync(unfinished, path);
  } catch {
    // A disk without hard links, such as exFAT, can only rename.
    if (!fs.existsSync(path)) fs.renameSync(unfinished, path);
  }
}

/** Otherwise a crash could lose the file's name. */
function syncFolder(folder: string) {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

export const explainKeyMismatch = (config: SecretsKeyConfig): [what: string, remedy: string] => [
  `O painel está desligado: a chave deste servidor (SECRETS_KEY, ou ${keyFileOf(config)}) não é a do banco de dados.`,
  'Ponha nele a chave de antes, que é a mesma em todos os servidores. Se ela se perdeu: npm run operator -- reset-mfa EMAIL',
];

/** Encrypts the secrets of sign-in: a copy of the database alone is not enough to sign in. */
export interface ServerKeys {
  seal(name: string, value: string): string;
  open(name: string, sealed: string): string | null;
  derive(salt: Uint8Array): Buffer;
}

export const createServerKeys = (key: Buffer, keys: readonly Buffer[] = [key]): ServerKeys => ({
  seal: (name, value) => sealValue(key, name, value),
  open: (name, sealed) => openWithAny(keys, name, sealed),
  derive: (salt) => createHmac('sha256', key).update('funil session ').update(salt).digest(),
});

export function loadServerKeys(config: SecretsKeyConfig): ServerKeys | null {
  const key = readOrCreateKey(config);
  return key && createServerKeys(key, readKeys(config));
}
