import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import type { Database } from '../../store/database.ts';
import { findPlaces, type Place } from './find-numbers.ts';
import { findListed, type ItemParts, readItems } from './read-items.ts';
import { writePlace } from './subject-cursor.ts';
import type { SubjectFilter } from './subject-filter.ts';

export interface ListWanted extends ItemParts {
  readonly filter: SubjectFilter;
  readonly after: Place | null;
  readonly limit: number;
}

/** A page of leads or applications, the newest first. It may be short, and not the last. */
export async function listSubjects(
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
const FILE_PAGE = 250;
const FILE_PATIENCE = 10;

/** All that a filter finds, a page at a time, for as long as it takes. */
export async function* listAllSubjects(
  database: Database,
  { filter, ...parts }: Omit<ListWanted, 'after' | 'limit'>,
): AsyncGenerator<SubjectItem[]> {
  let after: Place | null = null;
  do {
    const search = { filter, after, limit: FILE_PAGE, now: parts.now, patience: FILE_PATIENCE };
    const { places, next } = await findPlaces(database, search);
    const numbers = places.map(({ number }) => number);
    yield await readItems(database, await findListed(database, numbers), parts);
    after = next;
  } while (after !== null);
}
