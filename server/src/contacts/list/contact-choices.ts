import { EMPTY_UTM_FILTER } from '@funil/contract/console/labels';
import type { ListChoices } from '@funil/contract/list-page';
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { numbersOf } from '../../store/queries/sql.ts';
import { type ContactFilter, contactFilterSql, listedStateSql } from './contact-filter.ts';
import { addSpellings, type ChoiceGroup, countChoices } from './count-choices.ts';

const CONTACT_FILTERS = ['state', 'source', 'medium', 'campaign', 'content'] as const;
type ContactFacet = (typeof CONTACT_FILTERS)[number];

/** Only the largest groups are counted, because robots can send any number of different UTM values. */
const MAX_CHOICE_GROUPS = 20_000;

interface ContactGroupRow {
  readonly state: string;
  readonly origin: number;
  readonly count: number;
}

interface ContactGroups {
  readonly groups: readonly ChoiceGroup<ContactFacet>[];
  readonly hasMoreGroups: boolean;
}

export const countContactChoices = (
  { groups, hasMoreGroups }: ContactGroups,
  chosen: ContactFilter,
): ListChoices<ContactFacet> => ({
  ...countChoices(CONTACT_FILTERS, groups, chosen),
  more: hasMoreGroups,
});

/** Counts for all filters in a single pass: 400,000 rows take 0.2 s. */
export async function readContactGroups(
  database: Database,
  filterWithoutFacets: Omit<ContactFilter, 'state' | 'source' | 'medium' | 'campaign' | 'content'>,
  now: number,
): Promise<ContactGroups> {
  const listedCondition = contactFilterSql(database, filterWithoutFacets, now);
  const stateExpression = listedStateSql(database, filterWithoutFacets.kind, now);
  // Groups by the origin's id instead of its UTM texts, because SQLite sorts numbers faster.
  const { rows } = await sql<ContactGroupRow>`
    select origin, state, count(*) as count
    from (
      select origin, ${stateExpression} as state from ${sql.table('contacts')} where ${listedCondition}
    ) as listed
    group by origin, state order by 3 desc limit ${MAX_CHOICE_GROUPS + 1}`.execute(database);
  const groups = await replaceOriginIdsByUtms(database, rows.slice(0, MAX_CHOICE_GROUPS));
  return { groups, hasMoreGroups: rows.length > MAX_CHOICE_GROUPS };
}

export async function replaceOriginIdsByUtms<
  Group extends { origin: number | null; count: number },
>(database: Database, groups: readonly Group[]) {
  const ids = new Set(groups.flatMap(({ origin }) => (origin === null ? [] : Number(origin))));
  const rows = await database
    .selectFrom('contact_origins')
    .select(['id', 'utm_source as source', 'utm_medium as medium'])
    .select(['utm_campaign as campaign', 'utm_content as content'])
    .where(sql<boolean>`id in (${numbersOf(database, [...ids])})`)
    .execute();
  const utmsByOrigin = new Map(rows.map(({ id, ...utms }) => [Number(id), utms]));
  const noUtms = { source: null, medium: null, campaign: null, content: null };
  return groups.map(({ origin, ...group }) => ({
    ...group,
    ...((origin === null ? undefined : utmsByOrigin.get(Number(origin))) ?? noUtms),
    count: Number(group.count),
  }));
}

/** Of a column with more values, a filter may miss rows whose spelling is not the chosen one. */
const MAX_ORIGIN_SPELLINGS = 5_000;

/** Returns the values and their other stored spellings, which differ in case or accents. */
export async function addUtmSpellings(
  database: Database,
  column: 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content',
  values: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (values === undefined) return undefined;
  const rows = await database
    .selectFrom('contact_origins')
    .select(`${column} as value`)
    .distinct()
    .limit(MAX_ORIGIN_SPELLINGS)
    .execute();
  return addSpellings(
    values.map((value) => (value === EMPTY_UTM_FILTER ? '' : value)),
    rows.map(({ value }) => value),
  );
}
