import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { NoticeAdapter } from '../notices/notice.ts';

/** A platform's webhook request (a notice) before its body is read. Header names are in lower case. */
export interface NoticeHead {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** How a notice was authenticated, such as `sha256-body`, as `notices.proof` stores it; null if it was not. */
export type AuthenticationMethod = string | null;
/** The method, or a function that reads the body to find the method. */
export type NoticeAuthentication =
  | AuthenticationMethod
  | ((body: Uint8Array) => AuthenticationMethod);

/**
 * A checkout platform's functions, which use no clock, database or network. In an adapter, comments name the source of
 * each field. The source `third-party integrations` means code of other projects that reads this platform's notices.
 */
export interface PlatformAdapter extends NoticeAdapter {
  readonly name: PlatformName;
  /** Names of headers that are stored with the notice because its reader needs them. None holds a secret. */
  readonly storedHeaders?: readonly string[];
  /** The header that marks a sandbox's notice, because its body may look like a real sale's. */
  readonly sandboxHeader?: string;
  /** Checks in constant time that the platform sent the notice. Never parses the body. */
  authenticate(head: NoticeHead, secret: string): NoticeAuthentication;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that reveals neither the texts nor their lengths. An empty secret equals no text. */
export function equalsInConstantTime(sent: string | null | undefined, secret: string): boolean {
  const isEqual = timingSafeEqual(digest(sent ?? ''), digest(secret));
  return isEqual && Boolean(sent) && secret !== '';
}

const HEX_DIGITS = { sha1: 40, sha256: 64 } as const;

/** Checks the body's hexadecimal HMAC. Refuses a malformed signature without reading the body. */
export function authenticateBySignature(
  signature: string | undefined,
  { algorithm, secret }: { readonly algorithm: keyof typeof HEX_DIGITS; readonly secret: string },
): NoticeAuthentication {
  const isHex = signature?.length === HEX_DIGITS[algorithm] && /^[0-9a-f]+$/i.test(signature);
  if (!isHex || secret === '') return null;
  return (body) => {
    const expected = createHmac(algorithm, secret).update(body).digest('hex');
    return equalsInConstantTime(signature.toLowerCase(), expected) ? `${algorithm}-body` : null;
  };
}

const MAX_TOKENS_PER_BODY = 8;
const MAX_TOKEN_BYTES = 512;

/**
 * Looks for a token in the body, as a JSON member or form field. The token may stand anywhere, because only the
 * platform knows it; the body is therefore not parsed.
 */
export const authenticateByBodyToken =
  (member: string, secret: string) =>
  (body: Uint8Array): AuthenticationMethod => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const sentTokens = [
      // PHP escapes slashes.
      ...valuesAfter(bytes, `"${member}"`, /^\s*:\s*"([^"]+)"/).map((value) =>
        value.replaceAll('\\/', '/'),
      ),
      ...valuesAfter(bytes, `${member}=`, /^([^&]+)/).map(decodeField),
    ];
    return sentTokens.some((token) => equalsInConstantTime(token, secret)) ? 'body' : null;
  };

function valuesAfter(bytes: Buffer, name: string, pattern: RegExp): string[] {
  const values: string[] = [];
  let from = bytes.indexOf(name);
  for (let count = 0; from >= 0 && count < MAX_TOKENS_PER_BODY; count += 1) {
    from += name.length;
    const value = pattern.exec(bytes.toString('utf8', from, from + MAX_TOKEN_BYTES))?.[1];
    if (value !== undefined) values.push(value);
    from = bytes.indexOf(name, from);
  }
  return values;
}

/** Unlike `decodeURIComponent`, accepts broken escapes. */
const decodeField = (text: string) => new URLSearchParams(`value=${text}`).get('value') ?? '';

/** Tries all secrets, so that the time does not reveal which one is right. */
export function authenticateByAny(
  secrets: readonly string[],
  authenticate: (secret: string) => NoticeAuthentication,
): NoticeAuthentication {
  const results = secrets.map(authenticate);
  const methodByHead = results.find((result) => typeof result === 'string');
  if (methodByHead !== undefined) return methodByHead;
  const bodyChecks = results.filter((result) => typeof result === 'function');
  if (bodyChecks.length === 0) return null;
  return (body) => bodyChecks.map((check) => check(body)).find((method) => method !== null) ?? null;
}

export const finishAuthentication = (
  authentication: NoticeAuthentication,
  body: Uint8Array,
): AuthenticationMethod =>
  typeof authentication === 'function' ? authentication(body) : authentication;
