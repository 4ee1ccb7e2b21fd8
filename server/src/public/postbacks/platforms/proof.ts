import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that tells nothing of either, not even its length. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  const isEqual = timingSafeEqual(digest(given ?? ''), digest(expected));
  return isEqual && Boolean(given) && expected !== '';
}

/** Whether `given` is the hexadecimal HMAC of `signed` by `secret`; `sha256=` before it is let pass. */
export function isSignature(
  given: string | null | undefined,
  { algorithm, secret, signed }: Signing,
): boolean {
  const expected = createHmac(algorithm, secret).update(signed).digest('hex');
  const bare = given
    ?.trim()
    .toLowerCase()
    .replace(/^sha\d+=/, '');
  return secret !== '' && isSame(bare, expected);
}

interface Signing {
  readonly algorithm: 'sha1' | 'sha256';
  readonly secret: string;
  readonly signed: Uint8Array | string;
}
