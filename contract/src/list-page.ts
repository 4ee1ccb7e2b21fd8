import * as z from 'zod/mini';
import { storableText } from './text.ts';

export interface ListItems<Item> {
  readonly items: readonly Item[];
}

export interface ListPage<Item> extends ListItems<Item> {
  /** The parameter `after` of the next page; null after the last one. */
  readonly next: string | null;
}

export type ProblemCode =
  | 'unauthenticated'
  | 'mfa_required'
  | 'mfa_enrollment_required'
  | 'reauthentication_needed'
  | 'forbidden'
  | 'foreign_origin'
  | 'not_found'
  | 'changed'
  | 'too_large'
  | 'invalid'
  | 'busy';

/** The body of every error response under `/console/v1`. */
export interface DataProblem<Current = unknown> {
  readonly code: ProblemCode;
  /** A sentence in Portuguese for the operator. */
  readonly message: string;
  /** The invalid field of an `invalid` request. */
  readonly field?: string;
  /** The stored row of a `changed` problem. */
  readonly current?: Current;
}

const daySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'deve ser um dia, AAAA-MM-DD'));

/** Days in Brasília as AAAA-MM-DD, both included. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

export const queryInteger = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  );

export const pageQuery = {
  limit: z._default(queryInteger(1, 200), 50),
  after: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/))),
};

export const numberedPageQuery = {
  ...pageQuery,
  after: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
};

const MAX_VALUES_PER_FILTER = 50;

/** A list's filter: one value or several; a row passes if it has any of them. */
export const listFilter = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(
    z.pipe(
      z.union([value, z.array(value).check(z.minLength(1), z.maxLength(MAX_VALUES_PER_FILTER))]),
      z.transform((given) => (Array.isArray(given) ? given : [given]) as z.output<Value>[]),
    ),
  );

/** A value of a filter. `count` is the number of rows that have the value and pass the other filters. */
export interface ChoiceCount {
  readonly value: string;
  readonly count: number;
}

export interface ListChoices<Key extends string = string> {
  /** Null during a search for a name, because SQL cannot count the matches. */
  readonly count: number | null;
  /** True if `count` and the counts of choices are lower bounds. */
  readonly more: boolean;
  readonly choices: Readonly<Record<Key, readonly ChoiceCount[]>>;
}

export const searchTextSchema = z.optional(storableText(200));

export const periodQuery = { from: z.optional(daySchema), until: z.optional(daySchema) };

/** An ISO time in UTC, as `Date.prototype.toISOString` writes it. */
export const timestampSchema = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/** A version for optimistic locking; 0 if the row was never changed. */
export const versionSchema = z.int().check(z.gte(0), z.lte(2_147_483_647));
