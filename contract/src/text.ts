import * as z from 'zod/mini';
import { isWithin } from './characters.ts';
import { EARLIEST, LATEST } from './fit.ts';

const yearOf = (time: number) => new Date(time).toISOString().slice(0, 4);
const FIRST_YEAR = yearOf(EARLIEST);
const YEAR_AFTER = yearOf(LATEST + 1);

// PostgreSQL's text holds neither NUL nor half of a surrogate pair; both stores refuse them alike.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text of at most `length` characters that every store can hold. */
export const storableText = (length: number) =>
  z.string().check(
    // First, and last where it fails: no other rule reads what is too long.
    z.refine((text) => isWithin(text, length), {
      error: `must have at most ${length} characters`,
      abort: true,
    }),
    z.refine(isStorable, 'must be valid Unicode without NUL'),
  );

/** Text of at most `length` characters that keeps to `rule`, else `message`. */
export const ruledText = (length: number, rule: (text: string) => boolean, message: string) =>
  storableText(length).check(z.refine(rule, message));

/** ISO time in UTC, of a year that a wrong clock may show and a report can stand. */
export const moment = z.string().check(
  z.refine((text) => text.length <= 30, { error: 'must have at most 30 characters', abort: true }),
  z.iso.datetime(),
  z.refine(
    (text) => text >= FIRST_YEAR && text < YEAR_AFTER,
    'must lie in a year from 2000 to 2099',
  ),
);
