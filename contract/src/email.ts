import { hasInvisible, isWithin } from './characters.ts';

export const EMAIL_MAX = 254;

/** Whether a text has one `@`, a dot after it, and no invisible character. */
export function isEmail(text: string): boolean {
  if (!isWithin(text, EMAIL_MAX) || hasInvisible(text)) return false;
  const at = text.indexOf('@');
  const isOnly = at > 0 && at === text.lastIndexOf('@');
  return isOnly && text.lastIndexOf('.', text.length - 2) > at + 1;
}
