import type { Kysely } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import type { Range } from './news.ts';

/** A transaction, and which SQL it speaks. */
export interface Step {
  readonly step: Kysely<Tables>;
  readonly dialect: DialectName;
}

/** As far as rows have been looked at: to the end of the range, unless there may be more in it. */
export const readToOf = (
  rows: readonly { readonly number: number }[],
  { most, until }: Range,
): number => (rows.length < most ? until : (rows.at(-1)?.number ?? until));
