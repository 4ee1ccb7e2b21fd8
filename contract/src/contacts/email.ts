import { hasInvisible, isWithin } from '../characters.ts';
import { fitText } from '../fit.ts';

export const EMAIL_MAX = 254;

/** Whether a text has one `@`, a dot after it, and no invisible character. */
export function isEmail(text: string): boolean {
  if (!isWithin(text, EMAIL_MAX) || hasInvisible(text)) return false;
  const at = text.indexOf('@');
  const isOnly = at > 0 && at === text.lastIndexOf('@');
  return isOnly && text.lastIndexOf('.', text.length - 2) > at + 1;
}

/** Returns an address as it is sent: without invisible characters that were copied with it. */
export const fitEmail = (typed: string): string =>
  fitText(typed.replace(/\p{Default_Ignorable_Code_Point}/gu, ''), Number.POSITIVE_INFINITY);
