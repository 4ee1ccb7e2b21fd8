import * as z from 'zod/mini';

// PostgreSQL's text holds neither NUL nor half of a surrogate pair; both stores refuse them alike.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text of at most `length` characters that every store can hold. */
export const storableText = (length: number) =>
  z.string().check(z.maxLength(length), z.refine(isStorable, 'must be valid Unicode without NUL'));

/** Text of at most `length` characters that keeps to `rule`, else `message`. */
export const ruledText = (length: number, rule: (text: string) => boolean, message: string) =>
  storableText(length).check(z.refine(rule, message));
