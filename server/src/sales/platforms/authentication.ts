import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { NoticeAdapter } from '../notice.ts';

/** A notice before its body is read. Header names are in lower case. */
export interface NoticeHead {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** Stored in `notices.proof`; null: not authenticated. */
export type AuthenticationMethod = string | null;
export type Authentication = AuthenticationMethod | ((body: Uint8Array) => AuthenticationMethod);

export const AMOUNT_TITLES = [
  ...(['juros do comprador', 'líquido', 'taxa', 'comissões', 'mesmo pedido', 'renovação'] as const),
] as const;

/** Facts for sellers, in Portuguese. `npm run manual` writes them into the documents. */
export interface PlatformManual {
  /** Where the panel's steps (`PlatformInfo.steps`) were read, or that they were not checked. */
  readonly source: string;
  /** Where the API's steps (`SALES_APIS`) were read; left out without an API. */
  readonly apiSource?: string;
  /** Peculiarities of the panel, and whether its test notice counts as a sale. */
  readonly remarks: string;
  /** The codes and addresses in notices by which a buyer can pay; `–`: none. */
  readonly paymentCodes: string;
  /** Which parts of an amount the notices state, and how they join charges; `–`: none. */
  readonly amounts: Readonly<Record<(typeof AMOUNT_TITLES)[number], string>>;
}

/**
 * A checkout platform's functions, which use no clock, database or network. Comments name the
 * source of each field; `third-party integrations`: code of others that reads the platform's
 * notices.
 */
export interface PlatformAdapter extends NoticeAdapter {
  readonly name: PlatformName;
  readonly manual: PlatformManual;
  /** The headers to store for `read`; none is a secret. */
  readonly storedHeaders?: readonly string[];
  /** The header that marks a sandbox's notices, whose bodies may equal real ones. */
  readonly sandboxHeader?: string;
  /** Checks in constant time that the platform sent the notice. Never parses the body. */
  authenticate(head: NoticeHead, secret: string): Authentication;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The time reveals neither the texts nor their length. An empty secret matches nothing. */
export function equalsInConstantTime(given: string | null | undefined, expected: string): boolean {
  const isEqual = timingSafeEqual(digest(given ?? ''), digest(expected));
  return isEqual && Boolean(given) && expected !== '';
}

const HEX_DIGITS = { sha1: 40, sha256: 64 } as const;

/** Checks the body's hexadecimal HMAC. Refuses a malformed signature without reading the body. */
export function authenticateBySignature(
  given: string | undefined,
  { algorithm, secret }: { readonly algorithm: keyof typeof HEX_DIGITS; readonly secret: string },
): Authentication {
  const isHex = given?.length === HEX_DIGITS[algorithm] && /^[0-9a-f]+$/i.test(given);
  if (!isHex || secret === '') return null;
  return (body) => {
    const expected = createHmac(algorithm, secret).update(body).digest('hex');
    return equalsInConstantTime(given.toLowerCase(), expected) ? `${algorithm}-body` : null;
  };
}

const MAX_TOKENS_PER_BODY = 8;
const MAX_TOKEN_BYTES = 512;

/**
 * Looks for a token in the body, as a JSON member or form field. The bytes are searched, not
 * parsed: only the platform knows the token, so its position does not matter.
 */
export const authenticateByBodyToken =
  (member: string, secret: string) =>
  (body: Uint8Array): AuthenticationMethod => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const givenSecrets = [
      // PHP escapes slashes.
      ...valuesAfter(bytes, `"${member}"`, /^\s*:\s*"([^"]+)"/).map((value) =>
        value.replaceAll('\\/', '/'),
      ),
      ...valuesAfter(bytes, `${member}=`, /^([^&]+)/).map(decodeField),
    ];
    return givenSecrets.some((value) => equalsInConstantTime(value, secret)) ? 'body' : null;
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
  authenticate: (secret: string) => Authentication,
): Authentication {
  const results = secrets.map(authenticate);
  const byHead = results.find((result) => typeof result === 'string');
  if (byHead !== undefined) return byHead;
  const checks = results.filter((result) => typeof result === 'function');
  if (checks.length === 0) return null;
  return (body) => checks.map((check) => check(body)).find((method) => method !== null) ?? null;
}

export const finishAuthentication = (
  authentication: Authentication,
  body: Uint8Array,
): AuthenticationMethod =>
  typeof authentication === 'function' ? authentication(body) : authentication;
