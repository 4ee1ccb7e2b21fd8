import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';
import { findRare } from './find-rare.ts';
import {
  allOf,
  columnConditions,
  hasWord,
  isOfOrigins,
  placeConditions,
  type SubjectFilter,
} from './subject-filter.ts';
import { readSearch } from './words.ts';

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
  readonly filter: SubjectFilter;
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
const PATIENCE = 40;

type Condition = RawBuilder<SqlBool>;
const is = sql<SqlBool>;

/** Finds a page of a list. Whatever is asked for, it looks at a bounded number of rows. */
export async function findPlaces(database: Database, search: PlaceSearch): Promise<FoundPlaces> {
  const { filter, now } = search;
  const conditions = columnConditions(database.dialect, filter, now);
  const rare = await findRare(database, filter);
  if (rare === 'none') return { places: [], next: null };
  const words = wordConditions(filter);
  if (rare !== null) {
    return gather(database, search, {
      by: 'other',
      condition: allOf([rare, ...conditions, ...words]),
    });
  }
  const origins = isOfOrigins(filter, database.dialect, false);
  const all = [...conditions, ...words, ...(origins ? [origins] : [])];
  const isPlain = all.length === 0;
  return isPlain
    ? gather(database, search, { by: 'time', condition: allOf([]) })
    : lookThrough(database, search, { all, ...indexConditions(filter) });
}

function wordConditions({ q }: SubjectFilter): Condition[] {
  if (q === undefined) return [];
  return readSearch(q).prefixes.map(hasWord);
}

/** What an index that is narrower than time leads to. */
function indexConditions({ state, suspect }: SubjectFilter): Index {
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
  { filter, after, limit, patience = PATIENCE }: PlaceSearch,
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
    select at, number from ${funilTable(database.dialect, 'subjects')}
    where ${allOf(conditions)}
    order by at desc, number desc limit ${limit} offset ${offset}`.execute(database);
  return rows.map(({ at, number }) => ({ at: Number(at), number: Number(number) }));
}
