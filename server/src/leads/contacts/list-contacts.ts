import type { ContactItem } from '@funil/contract/console/contacts';
import type { Page } from '@funil/contract/console/page';
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { type ContactFilter, passesFilter } from './contact-filter.ts';
import { findListedContacts, type ItemOptions, readContactItems } from './read-contacts.ts';

/** The position of a contact in its list, which begins with the newest. */
export interface Place {
  readonly at: number;
  readonly number: number;
}

/** Returns a place as the opaque cursor of a page. */
const writePlace = ({ at, number }: Place): string =>
  Buffer.from(`${at}.${number}`).toString('base64url');

export const numbersOf = (places: readonly Place[]): number[] => places.map(({ number }) => number);

/** Returns the place of a cursor; null if this server did not issue it. */
export function parseCursor(text: string): Place | null {
  const [, at, number] =
    /^(-?\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at === undefined || number === undefined
    ? null
    : { at: Number(at), number: Number(number) };
}

interface PlaceSearch {
  readonly filter: ContactFilter;
  /** The last place of the page before. */
  readonly after: Place | null;
  readonly limit: number;
  /** In ms since 1970. */
  readonly now: number;
}

export type ListWanted = PlaceSearch & ItemOptions;

/** Returns a page of leads or applications, the newest first. */
export async function listContacts(
  database: Database,
  wanted: ListWanted,
): Promise<Page<ContactItem>> {
  const { places, next } = await findPlaces(database, wanted);
  return {
    items: await readContactItems(
      database,
      await findListedContacts(database, numbersOf(places)),
      wanted,
    ),
    next: next === null ? null : writePlace(next),
  };
}

const CONTACTS_PER_FILE_PAGE = 1_000;

/** Returns all contacts that pass a filter, a page at a time: other requests are answered between two. */
export async function* listAllContacts(
  database: Database,
  wanted: Omit<ListWanted, 'after' | 'limit'>,
): AsyncGenerator<ContactItem[]> {
  let after: Place | null = null;
  do {
    const search = { ...wanted, after, limit: CONTACTS_PER_FILE_PAGE };
    const { places, next } = await findPlaces(database, search);
    yield await readContactItems(
      database,
      await findListedContacts(database, numbersOf(places)),
      wanted,
    );
    after = next;
  } while (after !== null);
}

/** Returns the places of one page; `next` is its last place, null if it is the last page. */
export async function findPlaces(
  database: Database,
  { filter, after, limit, now }: PlaceSearch,
): Promise<{ readonly places: readonly Place[]; readonly next: Place | null }> {
  const isAfter = after === null ? sql`` : sql`and (at, number) < (${after.at}, ${after.number})`;
  const { rows } = await sql<Place>`
    select at, number from ${sql.table('contacts')}
    where ${passesFilter(database, filter, now)} ${isAfter}
    order by at desc, number desc limit ${limit + 1}`.execute(database);
  const places = rows
    .slice(0, limit)
    .map(({ at, number }) => ({ at: Number(at), number: Number(number) }));
  return { places, next: rows.length > limit ? (places.at(-1) ?? null) : null };
}
