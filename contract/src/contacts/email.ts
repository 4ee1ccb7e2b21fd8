import { hasAtMost, hasInvisible } from '../characters.ts';
import { sanitizeText } from '../sanitize.ts';

export const EMAIL_MAX = 254;

/** Whether a text has one `@`, a dot after it, and no invisible character. */
export function isEmail(text: string): boolean {
  if (!hasAtMost(text, EMAIL_MAX) || hasInvisible(text)) return false;
  const at = text.indexOf('@');
  const isOnly = at > 0 && at === text.lastIndexOf('@');
  return isOnly && text.lastIndexOf('.', text.length - 2) > at + 1;
}

/**
 * Invisible characters (DI: `Default_Ignorable_Code_Point`), and what surrounds a copied address or follows it:
 * keyboards end a word with a period at two spaces. The end is bounded, so that a long text is read once.
 */
const AROUND_ADDRESS = /^(?:mailto:|[\s<("'“‘\p{DI}])+|[\s>)"'”’.,;:!?\p{DI}]{1,9}$|\p{DI}/giu;

/** Returns an address as it is sent: alone, without characters that were typed or copied with it. */
export const sanitizeEmail = (typed: string): string =>
  sanitizeText(typed.replace(AROUND_ADDRESS, ''), Number.POSITIVE_INFINITY);
