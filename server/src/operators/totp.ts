import { Secret, TOTP } from 'otpauth';

/** Length of a step, in s, and how many a clock may be early or late. */
const PERIOD = 30;
const WINDOW = 1;

/** What an authenticator app is told of a factor. */
export interface TotpFacts {
  /** Base32. */
  readonly secret: string;
  readonly issuer: string;
  readonly label: string;
}

/** 160 bits, as RFC 4226 recommends, in base32. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the code to scan says: `otpauth://totp/…`. */
export const totpUri = (facts: TotpFacts): string => totpOf(facts).toString();

/**
 * The number of the step that a code belongs to; the one before and the one after now are taken, too.
 * Null: it is none of theirs.
 */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = totpOf({ secret, issuer: '', label: 'Funil' });
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

// SHA-1 and six digits: what every app understands, whatever the address says.
const totpOf = ({ secret, issuer, label }: TotpFacts) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
