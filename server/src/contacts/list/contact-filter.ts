import type { ListedState } from '@funil/contract/contacts/contacts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContactKind } from '../../store/contact-tables.ts';
import type { Database } from '../../store/database.ts';
import { isInAllOf, isInAny } from '../../store/queries/sql.ts';
import { abandonedBefore, hasApplied } from '../abandoned.ts';
import { parseSearch, type WordPrefix } from './search-words.ts';

export interface ContactFilter {
  readonly kind: ContactKind;
  /** Whether only one row of each person passes: the newest that meets `baseConditions`. */
  readonly onePerPerson?: boolean | undefined;
  readonly q?: string | undefined;
  /** In ms since 1970; `until` is excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** UTM values as stored; see `addUtmSpellings`. A row passes if each given list contains the row's value. */
  readonly source?: readonly string[] | undefined;
  readonly medium?: readonly string[] | undefined;
  readonly campaign?: readonly string[] | undefined;
  readonly content?: readonly string[] | undefined;
  readonly state?: readonly ListedState[] | undefined;
  /** An operator's e-mail; null: contacts without an owner. */
  readonly owner?: string | null | undefined;
  readonly visibleTo?: string | undefined;
  readonly suspect: 'yes' | 'no' | 'all';
}

type Condition = RawBuilder<SqlBool>;
const condition = sql<SqlBool>;

export const allOf = (conditions: readonly Condition[]): Condition =>
  condition`(${sql.join(conditions, sql` and `)})`;

export const isAbandoned = (database: Database, now: number): Condition =>
  condition`(saved_at < ${abandonedBefore(now)} and not ${hasApplied(database, 'contacts')})`;

export const isVisibleTo = (operator: string): Condition =>
  condition`(owner is null or owner = ${operator})`;

/** The rule of {@link isVisibleTo} for a contact that was read; undefined: all contacts are visible. */
export const isOwnerVisibleTo = (owner: string | null, visibleTo: string | undefined): boolean =>
  visibleTo === undefined || owner === null || owner === visibleTo;

export const IS_NEWER_CONTACT = condition`(other.at, other.number) > (contacts.at, contacts.number)`;

/**
 * Whether a row of `contacts` precedes its person's other rows that meet `conditions`.
 * @param conditions name columns without a table, so that the subquery can apply them to `other`
 * @param precedes compares the row `other` with the row of `contacts`
 */
export const isFirstOfPerson = (conditions: readonly Condition[], precedes: Condition): Condition =>
  condition`(person is null or not exists (
    select 1 from ${sql.table('contacts')} as other
    where other.person = contacts.person and ${precedes} and ${allOf(conditions)}))`;

export function listedStateSql(
  database: Database,
  kind: ContactKind,
  now: number,
): RawBuilder<string> {
  if (kind === 'lead') return sql`state`;
  return sql`case when state <> 'novo' or stage = 'sent' then state
    when ${isAbandoned(database, now)} then 'abandoned' else stage end`;
}

const NEW_STATES: readonly ListedState[] = ['novo', 'started', 'abandoned'];

export function contactFilterSql(
  database: Database,
  filter: ContactFilter,
  now: number,
): Condition {
  const { source, medium, campaign, content, kind, state, onePerPerson = false } = filter;
  const base = baseConditions(database, filter);
  const conditions = onePerPerson ? [...base, isFirstOfPerson(base, IS_NEWER_CONTACT)] : base;
  const originConditions = Object.entries({
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    utm_content: content,
  }).flatMap(([column, values]) => (values === undefined ? [] : [isInAny({ [column]: values })]));
  if (originConditions.length > 0) {
    const origins = sql.table('contact_origins');
    conditions.push(
      condition`origin in (select id from ${origins} where ${allOf(originConditions)})`,
    );
  }
  if (state !== undefined) {
    const hasNew = state.some((listed) => NEW_STATES.includes(listed));
    conditions.push(
      hasNew && state.length > 0
        ? condition`${listedStateSql(database, kind, now)} in (${sql.join(state)})`
        : isInAny({ state }),
    );
    // With this condition, the planner uses the partial index.
    if (!hasNew) conditions.push(condition`state <> 'novo'`);
  }
  return allOf(conditions);
}

/** Returns the conditions without origin and state, which apply only after one row per person is chosen. */
function baseConditions(
  database: Database,
  { kind, q, from, until, owner, visibleTo, suspect }: ContactFilter,
): Condition[] {
  const conditions = [condition`kind = ${kind}`];
  if (q !== undefined) conditions.push(...searchConditions(database, q));
  if (from !== undefined) conditions.push(condition`at >= ${from}`);
  if (until !== undefined) conditions.push(condition`at < ${until}`);
  if (owner === null) conditions.push(condition`owner is null`);
  else if (owner !== undefined) conditions.push(condition`owner = ${owner}`);
  if (visibleTo !== undefined) conditions.push(isVisibleTo(visibleTo));
  if (suspect === 'yes') conditions.push(condition`suspect > 0`);
  if (suspect === 'no') conditions.push(condition`suspect = 0`);
  return conditions;
}

function searchConditions(database: Database, q: string): Condition[] {
  const { prefixes, phoneKeys } = parseSearch(q);
  const isUnsearchable = prefixes.length + phoneKeys.length === 0 && q.trim() !== '';
  if (isUnsearchable) return [condition`1 = 0`];
  const subqueries = [
    ...(phoneKeys.length > 0 ? [selectNumbersByPhone(phoneKeys)] : []),
    ...prefixes.map((alternatives) =>
      sql.join(alternatives.map(selectNumbersByWord), sql` union all `),
    ),
  ];
  return subqueries.length > 0 ? [isInAllOf(database, 'number', subqueries)] : [];
}

const selectNumbersByPhone = (keys: readonly string[]) =>
  sql`select number from ${sql.table('contacts')} where phone_key in (${sql.join(keys)})`;

const LAST_CHARACTER = '\u{10ffff}';

const selectNumbersByWord = ({ word, area }: WordPrefix) =>
  area === null
    ? sql`select number from ${sql.table('contact_search_words')}
        where word >= ${word} and word < ${word + LAST_CHARACTER}`
    : sql`select number from ${sql.table('contacts')}
        where phone_key between ${area} and ${`${area}9999999999`} and words like ${`%"${word}%`}`;
