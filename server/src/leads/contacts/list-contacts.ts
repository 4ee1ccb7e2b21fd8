import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { numbersOf } from '../../store/sql.ts';
import {
  allOf,
  type ContactFilter,
  columnConditions,
  hasWord,
  isOfOrigins,
  originCondition,
  placeConditions,
} from './contact-filter.ts';
import { findListed, type ItemParts, readItems } from './read-contacts.ts';
import { type Beginning, readSearch, type Wanted } from './search-words.ts';

/** Places in lists as opaque text, and back; null: nobody got that from us. */
export const writePlace = ({ at, number }: Place): string =>
  Buffer.from(`${at}.${number}`).toString('base64url');

export function readPlace(text: string): Place | null {
  const [, at, number] =
    /^(-?\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at === undefined || number === undefined
    ? null
    : { at: Number(at), number: Number(number) };
}

export interface ListWanted extends ItemParts {
  readonly filter: ContactFilter;
  readonly after: Place | null;
  readonly limit: number;
}

/** A page of leads or applications, the newest first. It may be short, and not the last. */
export async function listContacts(
  database: Database,
  wanted: ListWanted,
): Promise<Page<SubjectItem>> {
  const { places, next } = await findPlaces(database, wanted);
  const listed = await findListed(
    database,
    places.map(({ number }) => number),
  );
  return {
    items: await readItems(database, listed, wanted),
    next: next === null ? null : writePlace(next),
  };
}

/** Items of one page of a file, and how long it looks for them, in ms: others are answered between two. */
const CONTACTS_PER_FILE_PAGE = 250;
const FILE_SEARCH_BUDGET_MS = 10;

/** All that a filter finds, a page at a time, for as long as it takes. */
export async function* listAllContacts(
  database: Database,
  { filter, ...parts }: Omit<ListWanted, 'after' | 'limit'>,
): AsyncGenerator<SubjectItem[]> {
  let after: Place | null = null;
  do {
    const search = {
      filter,
      after,
      limit: CONTACTS_PER_FILE_PAGE,
      now: parts.now,
      patience: FILE_SEARCH_BUDGET_MS,
    };
    const { places, next } = await findPlaces(database, search);
    const numbers = places.map(({ number }) => number);
    yield await readItems(database, await findListed(database, numbers), parts);
    after = next;
  } while (after !== null);
}

/** Where a line stands in its list; the newest is first. */
export interface Place {
  readonly at: number;
  readonly number: number;
}

export interface FoundPlaces {
  readonly places: readonly Place[];
  /** Where to look on; null: there is no more. It may stand before the page is full, when looking took long. */
  readonly next: Place | null;
}

export interface PlaceSearch {
  readonly filter: ContactFilter;
  readonly after: Place | null;
  readonly limit: number;
  /** In ms since 1970. */
  readonly now: number;
  /** Longest look, in ms. */
  readonly patience?: number;
}

/** Rows looked at in one statement, growing while nothing is found. */
const FIRST_WINDOW = 4_000;
const LARGEST_WINDOW = 64_000;
const SEARCH_BUDGET_MS = 40;

type Condition = RawBuilder<SqlBool>;
const is = sql<SqlBool>;

/** Finds a page of a list. Whatever is asked for, it looks at a bounded number of rows. */
export async function findPlaces(database: Database, search: PlaceSearch): Promise<FoundPlaces> {
  const { filter, now } = search;
  const conditions = columnConditions(database, filter, now);
  const rare = await findRare(database, filter);
  if (rare === 'none') return { places: [], next: null };
  const words = wordConditions(filter);
  if (rare !== null) {
    return gather(database, search, {
      by: 'other',
      condition: allOf([rare, ...conditions, ...words]),
    });
  }
  const origins = isOfOrigins(filter, false);
  const all = [...conditions, ...words, ...(origins ? [origins] : [])];
  const isPlain = all.length === 0;
  return isPlain
    ? gather(database, search, { by: 'time', condition: allOf([]) })
    : lookThrough(database, search, { all, ...indexConditions(filter) });
}

function wordConditions({ q }: ContactFilter): Condition[] {
  if (q === undefined) return [];
  return readSearch(q).prefixes.map(hasWord);
}

/** What an index that is narrower than time leads to. */
function indexConditions({ state, suspect }: ContactFilter): Index {
  if (state !== undefined && state !== 'novo') {
    return { by: 'time', index: [is`state = ${state}`, is`state <> 'novo'`] };
  }
  return suspect === 'yes' ? { by: 'other', index: [is`suspect > 0`] } : { by: 'time', index: [] };
}

interface Index {
  readonly by: 'time' | 'other';
  readonly index: readonly Condition[];
}

/** All that is asked for in one statement. */
async function gather(
  database: Database,
  { filter, after, limit }: PlaceSearch,
  { by, condition }: { by: 'time' | 'other'; condition: Condition },
): Promise<FoundPlaces> {
  const places = await readPlaces(database, {
    conditions: [...placeConditions(filter, by), condition, ...isAfter(after)],
    limit: limit + 1,
  });
  return cut(places, limit);
}

const isAfter = (place: Place | null): Condition[] =>
  place === null ? [] : [is`(at, number) < (${place.at}, ${place.number})`];

function cut(places: readonly Place[], limit: number): FoundPlaces {
  const page = places.slice(0, limit);
  return { places: page, next: places.length > limit ? (page.at(-1) ?? null) : null };
}

/** Looks through the list from its newest on, a window of rows at a time, until the page is full. */
async function lookThrough(
  database: Database,
  { filter, after, limit, patience = SEARCH_BUDGET_MS }: PlaceSearch,
  { all, by, index }: Index & { all: readonly Condition[] },
): Promise<FoundPlaces> {
  const start = performance.now();
  const found: Place[] = [];
  let place = after;
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, LARGEST_WINDOW)) {
    const window = [...placeConditions(filter, by), ...index, ...isAfter(place)];
    const last = await findLast(database, window, size);
    const isHere = last === null ? [] : [is`(at, number) >= (${last.at}, ${last.number})`];
    const more = await readPlaces(database, {
      conditions: [...window, ...isHere, ...all],
      limit: limit + 1 - found.length,
    });
    found.push(...more);
    if (found.length > limit || last === null) return cut(found, limit);
    if (performance.now() - start > patience) return { places: found, next: last };
    place = last;
  }
}

/** The last of so many rows; null: there are not so many. */
async function findLast(
  database: Database,
  conditions: readonly Condition[],
  size: number,
): Promise<Place | null> {
  const [last] = await readPlaces(database, { conditions, limit: 1, offset: size - 1 });
  return last ?? null;
}

interface PlacesWanted {
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly offset?: number;
}

async function readPlaces(
  database: Database,
  { conditions, limit, offset = 0 }: PlacesWanted,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select at, number from ${sql.table('subjects')}
    where ${allOf(conditions)}
    order by at desc, number desc limit ${limit} offset ${offset}`.execute(database);
  return rows.map(({ at, number }) => ({ at: Number(at), number: Number(number) }));
}

/** So few rows are gathered and put in order; of more, the list is read from its newest on. */
const MAX_RARE_ROWS = 2_000;
const MAX_RARE_ORIGIN_ROWS = 20_000;

/**
 * A condition that few rows meet, by an index of its own.
 * @returns null where there is no such; `none`: nothing can be found
 */
export async function findRare(
  database: Database,
  filter: ContactFilter,
): Promise<Condition | 'none' | null> {
  if (filter.q !== undefined) {
    const { prefixes, phoneKeys } = readSearch(filter.q);
    if (phoneKeys.length > 0) return is`phone_key in (${sql.join(phoneKeys)})`;
    if (prefixes.length === 0 && filter.q.trim() !== '') return 'none';
    for (const beginnings of longestFirst(prefixes)) {
      const numbers = await findByWord(database, beginnings);
      if (numbers.length === 0) return 'none';
      if (numbers.length < MAX_RARE_ROWS) return is`number in (${numbersOf(database, numbers)})`;
    }
  }
  const condition = originCondition(filter);
  if (condition === null) return null;
  const { rows } = await sql<{ n: number | null }>`
    select sum(listed) as n from ${sql.table('subject_origins')}
    where ${condition}`.execute(database);
  const n = Number(rows[0]?.n ?? 0);
  if (n === 0) return 'none';
  return n <= MAX_RARE_ORIGIN_ROWS ? isOfOrigins(filter, true) : null;
}

const longestFirst = (words: Wanted['prefixes']) =>
  words.toSorted(([a], [b]) => (b?.word.length ?? 0) - (a?.word.length ?? 0));

/** After every text that begins so. */
const END = '\u{10ffff}';

async function findByWord(database: Database, beginnings: readonly Beginning[]): Promise<number[]> {
  const found = new Set<number>();
  for (const { word } of beginnings) {
    const { rows } = await sql<{ number: number }>`
      select number from ${sql.table('subject_words')}
      where word >= ${word} and word < ${word + END} limit ${MAX_RARE_ROWS}`.execute(database);
    for (const { number } of rows) found.add(Number(number));
    if (found.size >= MAX_RARE_ROWS) break;
  }
  return [...found];
}
