import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { openWithAny, sealValue } from './seal.ts';

/** The sources of the keys: `SECRETS_KEY`, and the folder of the key file. */
export type KeyConfig = Pick<Config, 'store' | 'settings'>;

const KEY_BYTES = 32;
/** Length of the key file, which has the key in hexadecimal; a shorter file is damaged. */
const KEY_FILE_LENGTH = 2 * KEY_BYTES;

const deriveKey = (text: string) =>
  Buffer.from(hkdfSync('sha256', text, '', 'funil stored settings', KEY_BYTES));

/** Returns the path of the key file, which is used where `SECRETS_KEY` is not set. */
export const keyFileOf = ({ store }: KeyConfig): string => join(store.dataDir, 'secrets.key');

/** Returns the key of the key file; null if it is missing, damaged or unreadable. */
function readKeyFile(path: string): Buffer | null {
  try {
    const text = fs.readFileSync(path, 'utf8').trim();
    return text.length < KEY_FILE_LENGTH ? null : deriveKey(text);
  } catch {
    // The error is dropped, because the doctor reports the values that cannot be opened without this key.
    return null;
  }
}

/** Returns the keys that open stored values. The key file's may have sealed values before `SECRETS_KEY` was set. */
export function readKeys(config: KeyConfig): Buffer[] {
  const { secretsKey } = config.settings;
  const fileKey = readKeyFile(keyFileOf(config));
  return [...(secretsKey === null ? [] : [deriveKey(secretsKey)]), ...(fileKey ? [fileKey] : [])];
}

/**
 * Returns the key that seals new values; creates the key file if there is no key. Null: the file cannot be created, or
 * is damaged.
 */
export function readOrCreateKey(config: KeyConfig): Buffer | null {
  const [existing] = readKeys(config);
  if (existing) return existing;
  const path = keyFileOf(config);
  try {
    createKeyFile(path, config.store.dataDir);
  } catch {
    // The callers report the missing key.
    return null;
  }
  return readKeyFile(path);
}

/** Creates the key file completely or not at all. If another process was first, its file is kept. */
function createKeyFile(path: string, folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.incompleto`;
  fs.rmSync(unfinished, { force: true });
  const descriptor = fs.openSync(unfinished, 'wx', 0o600);
  try {
    fs.writeFileSync(descriptor, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    fs.fsyncSync(descriptor);
    fs.linkSync(unfinished, path);
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.closeSync(descriptor);
    fs.rmSync(unfinished, { force: true });
  }
}

/** Makes the file's name durable, too. */
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

/** Returns, in Portuguese, why the console is off on a server without the database's key, and the remedy. */
export const explainKeyMismatch = (config: KeyConfig): [what: string, remedy: string] => [
  `O painel está desligado: a chave deste servidor (SECRETS_KEY, ou ${keyFileOf(config)}) não é a do banco de dados.`,
  'Ponha nele a chave de antes, que é a mesma em todos os servidores. Se ela se perdeu: npm run operator -- reset-mfa EMAIL',
];

/** Encrypts the secrets of sign-in, so that nobody can sign in with a copy of the database alone. */
export interface ServerKeys {
  seal(name: string, value: string): string;
  /** Returns the value of a sealed text; null if another key sealed it. */
  open(name: string, sealed: string): string | null;
  /** Returns a secret of 32 bytes, derived from this server's key and `salt`. */
  derive(salt: Uint8Array): Buffer;
}

/** @param key seals new values; `keys` open stored ones */
export const createServerKeys = (key: Buffer, keys: readonly Buffer[] = [key]): ServerKeys => ({
  seal: (name, value) => sealValue(key, name, value),
  open: (name, sealed) => openWithAny(keys, name, sealed),
  derive: (salt) => createHmac('sha256', key).update('funil session ').update(salt).digest(),
});

/** Returns this server's keys; creates the key file if there is no key. Null: see {@link readOrCreateKey}. */
export function loadServerKeys(config: KeyConfig): ServerKeys | null {
  const key = readOrCreateKey(config);
  return key && createServerKeys(key, readKeys(config));
}
