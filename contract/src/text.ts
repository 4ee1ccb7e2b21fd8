import * as z from 'zod/mini';
import { hasMaxLength } from './characters.ts';
import { MAX_TIME_MS, MIN_TIME_MS } from './sanitize.ts';

const yearOf = (time: number) => new Date(time).toISOString().slice(0, 4);
const FIRST_YEAR = yearOf(MIN_TIME_MS);
const YEAR_AFTER_LAST = yearOf(MAX_TIME_MS + 1);

// PostgreSQL's text allows neither NUL nor lone surrogates, so SQLite's rows have none either.
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** A text of at most `length` characters that both databases accept. */
export const storableText = (length: number) =>
  z.string().check(
    // This check comes first and aborts, so that no other rule reads an overlong text.
    z.refine((text) => hasMaxLength(text, length), {
      error: `must have at most ${length} characters`,
      abort: true,
    }),
    z.refine(isStorable, 'must be valid Unicode without NUL'),
  );

export interface FieldRule {
  /** Maximum in characters. */
  maxLength: number;
  /** Minimum in characters, if more than one. */
  minLength?: number;
  isValid: (text: string) => boolean;
  /** Shown to the visitor if the field is invalid. */
  message: string;
  /** Returns a question about a probable typing mistake; undefined if the text has none. */
  doubt?: (text: string) => string | undefined;
}

export const requiredText = ({ maxLength, isValid, message }: FieldRule) =>
  storableText(maxLength).check(z.refine(isValid, message));

/** Also accepts an empty text, because the content may omit the question or let visitors skip it. */
export const optionalText = (rule: FieldRule) =>
  requiredText({ ...rule, isValid: (text) => text === '' || rule.isValid(text) });

/** ISO time in UTC, of a year from 2000 to 2099. */
export const rowTimestamp = z.string().check(
  z.refine((text) => text.length <= 30, { error: 'must have at most 30 characters', abort: true }),
  z.iso.datetime(),
  z.refine(
    (text) => text >= FIRST_YEAR && text < YEAR_AFTER_LAST,
    'must lie in a year from 2000 to 2099',
  ),
);
