import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const SECRET_CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const AUTH_TAG_BYTES = 16;
/** The prefix names the format, so that a later release can use another one. */
const FORMAT_PREFIX = 'v1.';

/** The name is authenticated, so that one setting's value cannot take the place of another's. */
const authenticatedName = (name: string) => Buffer.from(`funil setting ${name}`);

/** Returns `v1.`, then nonce, ciphertext and tag in base64url. */
export function sealValue(key: Buffer, name: string, value: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SECRET_CIPHER, key, nonce, { authTagLength: AUTH_TAG_BYTES });
  cipher.setAAD(authenticatedName(name));
  const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]);
  return FORMAT_PREFIX + bytes.toString('base64url');
}

/** Returns null if the text was changed, or sealed with another key or name. */
export function openValue(key: Buffer, name: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed.slice(FORMAT_PREFIX.length), 'base64url');
  if (!sealed.startsWith(FORMAT_PREFIX) || bytes.length < NONCE_BYTES + AUTH_TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(SECRET_CIPHER, key, nonce, { authTagLength: AUTH_TAG_BYTES });
  decipher.setAAD(authenticatedName(name)).setAuthTag(bytes.subarray(-AUTH_TAG_BYTES));
  try {
    const ciphertext = bytes.subarray(NONCE_BYTES, -AUTH_TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const openWithAny = (keys: readonly Buffer[], name: string, sealed: string): string | null =>
  keys.map((key) => openValue(key, name, sealed)).find((value) => value !== null) ?? null;
