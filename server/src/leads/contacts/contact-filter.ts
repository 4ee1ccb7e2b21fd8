import type { ApplicationStage, SubjectState } from '@funil/contract/console/subjects';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SubjectKind } from '../../store/console-tables.ts';
import type { Tables } from '../../store/database.ts';
import { abandonedBefore, hasApplied } from '../abandoned.ts';
import type { Beginning } from './search-words.ts';

/** What a list is asked for; what is left out is any. */
export interface ContactFilter {
  readonly kind: SubjectKind;
  readonly q?: string | undefined;
  /** Moments in ms since 1970, the end excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly source?: string | undefined;
  readonly medium?: string | undefined;
  readonly campaign?: string | undefined;
  readonly content?: string | undefined;
  readonly state?: SubjectState | undefined;
  readonly suspect: 'yes' | 'no' | 'all';
  readonly stage?: ApplicationStage | undefined;
}

type Condition = RawBuilder<SqlBool>;
const is = sql<SqlBool>;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? is`1 = 1` : is`(${sql.join(conditions, sql` and `)})`;

const ORIGIN_COLUMNS = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  content: 'utm_content',
} as const;

/** What origins must be; null: any. */
export function originCondition(filter: ContactFilter): Condition | null {
  const conditions = Object.entries(ORIGIN_COLUMNS).flatMap(([name, column]) => {
    const value = filter[name as keyof typeof ORIGIN_COLUMNS];
    return value === undefined ? [] : [is`${sql.ref(column)} = ${value}`];
  });
  return conditions.length === 0 ? null : allOf(conditions);
}

/** Rows of the origins that a filter asks for; `isDriver`: the index of origins is to be used for it. */
export function isOfOrigins(filter: ContactFilter, isDriver: boolean) {
  const condition = originCondition(filter);
  if (condition === null) return null;
  // An expression has no index: neither database is to choose another one than was meant.
  const origin = isDriver ? sql`origin` : sql`origin + 0`;
  return is`${origin} in (
    select id from ${sql.table('subject_origins')} where ${condition})`;
}

/** Returns the condition that a row of `subjects` with stage `started` is abandoned. */
export const isAbandoned = (database: Kysely<Tables>, now: number): Condition =>
  is`(saved_at < ${abandonedBefore(now)} and not ${hasApplied(database, 'subjects')})`;

/** Conditions on a line's own columns, besides its place in time. */
export function columnConditions(
  database: Kysely<Tables>,
  filter: ContactFilter,
  now: number,
): Condition[] {
  const { state, suspect, stage } = filter;
  const conditions: Condition[] = [];
  if (state !== undefined) conditions.push(is`state = ${state}`);
  // Said twice, so that the index of those that are not new is known to fit.
  if (state !== undefined && state !== 'novo') conditions.push(is`state <> 'novo'`);
  if (suspect === 'yes') conditions.push(is`suspect > 0`);
  if (suspect === 'no') conditions.push(is`suspect = 0`);
  if (stage === 'sent') conditions.push(is`stage = 'sent'`);
  if (stage === 'started')
    conditions.push(is`stage = 'started' and not ${isAbandoned(database, now)}`);
  if (stage === 'abandoned')
    conditions.push(is`stage = 'started' and ${isAbandoned(database, now)}`);
  return conditions;
}

/**
 * Where a filter's rows lie in time.
 * @param by `time`: the index of time leads there; `other`: another one does, and is to be used
 */
export function placeConditions(
  { kind, from, until }: ContactFilter,
  by: 'time' | 'other',
): Condition[] {
  // An expression has no index, as above.
  const conditions = [by === 'time' ? is`kind = ${kind}` : is`kind || '' = ${kind}`];
  if (from !== undefined) conditions.push(is`at >= ${from}`);
  if (until !== undefined) conditions.push(is`at < ${until}`);
  return conditions;
}

/** A row that meets one of these. */
export const hasWord = (beginnings: readonly Beginning[]): Condition =>
  is`(${sql.join(beginnings.map(begins), sql` or `)})`;

function begins({ word, area }: Beginning): Condition {
  const pattern = `%"${word.replace(/[%_\\]/g, '\\$&')}%`;
  const isThere = is`words like ${pattern} escape '\\'`;
  return area === null ? isThere : is`(${isThere} and phone_key like ${`${area}%`})`;
}
