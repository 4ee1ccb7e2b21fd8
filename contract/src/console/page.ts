/** What all lists of the console share, and how it is refused. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { MAX_UTM_LENGTH } from '../utm.ts';

/** Most items of one page, and how many without being asked. */
const LARGEST_PAGE = 200;
const USUAL_PAGE = 50;

/** A page of a list, the newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Given as `after`, it brings the next page; null: this was the last. */
  readonly next: string | null;
}

export type ProblemCode =
  | 'unauthenticated'
  | 'not_operator'
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

/** Body of every refusal. */
export interface ConsoleProblem<Current = unknown> {
  readonly code: ProblemCode;
  /** In Portuguese, fit to be shown. */
  readonly message: string;
  /** Of `invalid`: what is wrong, as the request names it. */
  readonly field?: string;
  /** Of `changed`: what stands there now. */
  readonly current?: Current;
}

/** A day of Brasília, AAAA-MM-DD. */
export const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'deve ser um dia, AAAA-MM-DD'));

/** In an address every value is text. */
const pageSize = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(LARGEST_PAGE))),
);

export const pageQuery = {
  limit: z._default(pageSize, USUAL_PAGE),
  after: z.optional(z.string().check(z.regex(/^[\w-]{1,400}$/))),
};

/** One UTM value that a list is filtered by. */
export const utmQuery = z.optional(storableText(MAX_UTM_LENGTH));

/** What is searched for. */
export const searchText = z.optional(storableText(200));

export const periodQuery = { from: z.optional(day), until: z.optional(day) };

/** An optimistic version: 0 is what nobody has touched yet. */
export const version = z.int().check(z.gte(0), z.lte(2_147_483_647));
