import type { Kysely } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import type { Range } from './news.ts';

/** A transaction, and which SQL it speaks. */
export interface Step {
  readonly step: Kysely<Tables>;
  readonly dialect: DialectName;
}

/** As far as rows have been looked at: to the end of the range, unless there may be more in it. */
export const readToOf = (numbers: readonly number[], { most, until }: Range): number =>
  numbers.length < most ? until : (numbers.at(-1) ?? until);
