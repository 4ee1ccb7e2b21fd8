import { hasAtMost, hasInvisible } from '../characters.ts';
import { sanitizeText } from '../sanitize.ts';

export const EMAIL_MAX = 254;

/** Whether a text has one `@`, a dot after it, and no invisible character. */
export function isEmail(text: string): boolean {
  if (!hasAtMost(text, EMAIL_MAX) || hasInvisible(text)) return false;
  const at = text.indexOf('@');
  const hasOneAt = at > 0 && at === text.lastIndexOf('@');
  return hasOneAt && text.lastIndexOf('.', text.length - 2) > at + 1;
}

/**
 * Matches invisible characters (DI: `Default_Ignorable_Code_Point`), and signs around a copied address, such as the
 * period that keyboards insert for two spaces. At most 9 signs at the end match, so that a long text is read once.
 */
const AROUND_ADDRESS = /^(?:mailto:|[\s<("'“‘\p{DI}])+|[\s>)"'”’.,;:!?\p{DI}]{1,9}$|\p{DI}/giu;

/** Returns a typed or copied address without the signs around it and without invisible characters. */
export const sanitizeEmail = (typed: string): string =>
  sanitizeText(typed.replace(AROUND_ADDRESS, ''), Number.POSITIVE_INFINITY);
