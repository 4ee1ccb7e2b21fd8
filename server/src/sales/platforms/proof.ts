import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is known of a notice before its body is read. Header names are in lower case. */
export interface PostbackHead {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** A notice as it came. */
export interface Postback extends PostbackHead {
  /** The body's bytes, untouched: signatures are over them. */
  readonly body: Uint8Array;
}

/** The name of the proof that a notice bears, or null: nothing proves it. */
export type ProofName = string | null;
/** A verdict by the head alone, or, where the head is well formed, a check of the body's bytes. */
export type Proof = ProofName | ((body: Uint8Array) => ProofName);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that tells nothing of either, not even its length. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  const isEqual = timingSafeEqual(digest(given ?? ''), digest(expected));
  return isEqual && Boolean(given) && expected !== '';
}

const HEX_DIGITS = { sha1: 40, sha256: 64 } as const;

interface Signing {
  readonly algorithm: keyof typeof HEX_DIGITS;
  readonly secret: string;
}

/** Proves a notice by the hexadecimal HMAC of its body's bytes; a signature of another form is refused at once. */
export function signatureProof(given: string | undefined, { algorithm, secret }: Signing): Proof {
  const isHex = given?.length === HEX_DIGITS[algorithm] && /^[0-9a-f]+$/i.test(given);
  if (!isHex || secret === '') return null;
  return (body) => {
    const expected = createHmac(algorithm, secret).update(body).digest('hex');
    return isSame(given.toLowerCase(), expected) ? `${algorithm}-body` : null;
  };
}

/** Members of that name that are looked at, and bytes of each: a notice has one, a token fewer. */
const MAX_MEMBERS = 8;
const MAX_MEMBER_BYTES = 512;

/**
 * Proves a notice by a token in its body, a member of JSON or a field of a form. The bytes are searched, not
 * parsed. The sender who knows the token is the platform, so it does not matter where the token stands.
 */
export const bodyTokenProof =
  (member: string, secret: string) =>
  (body: Uint8Array): ProofName => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const given = [
      // PHP escapes slashes.
      ...valuesAfter(bytes, `"${member}"`, /^\s*:\s*"([^"]+)"/).map((value) =>
        value.replaceAll('\\/', '/'),
      ),
      ...valuesAfter(bytes, `${member}=`, /^([^&]+)/).map(decodeField),
    ];
    return given.some((value) => isSame(value, secret)) ? 'body' : null;
  };

function valuesAfter(bytes: Buffer, name: string, pattern: RegExp): string[] {
  const values: string[] = [];
  let from = bytes.indexOf(name);
  for (let looked = 0; from >= 0 && looked < MAX_MEMBERS; looked += 1) {
    from += name.length;
    const value = pattern.exec(bytes.toString('utf8', from, from + MAX_MEMBER_BYTES))?.[1];
    if (value !== undefined) values.push(value);
    from = bytes.indexOf(name, from);
  }
  return values;
}

/** A form field's value; unlike `decodeURIComponent` it takes broken escapes. */
const decodeField = (text: string) => new URLSearchParams(`value=${text}`).get('value') ?? '';

/** The verdict on a notice whose body has arrived. */
export const finishProof = (proof: Proof, body: Uint8Array): ProofName =>
  typeof proof === 'function' ? proof(body) : proof;
