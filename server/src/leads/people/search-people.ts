import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { PersonItem } from '@funil/contract/console/people';
import { emailKey, phoneKey } from '@funil/contract/person';
import { listSales, readSalePlace, type SalePlace } from '../../sales/list-sales.ts';
import type { SubjectKind } from '../../store/console-tables.ts';
import type { Database } from '../../store/database.ts';
import { findPlaces, type Place } from '../contacts/list-contacts.ts';
import { findListed, type ItemParts, readItems } from '../contacts/read-contacts.ts';

/** Rows of each kind that are looked at. */
const ROWS_PER_KIND = 200;
/** In ms: many times what a million leads take. */
const MAX_SEARCH_MS = 10_000;

interface Row {
  readonly key: string;
  readonly person: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly at: string;
}

/** By what rows are one person's: the number, else the address. */
const personOf = (phone: string | null, email: string | null): string | null =>
  (phone === null ? null : phoneKey(phone)) ?? (email === null ? null : emailKey(email));

export interface PersonsWanted extends ItemParts {
  readonly q: string;
  /** Longest single look, in ms, and longest look at all. */
  readonly patience?: number;
  readonly longest?: number;
  /** Whether persons who only bought are looked for, too. */
  readonly withBuyers?: boolean;
  /** Whether anybody still waits for the answer. */
  readonly isWanted?: () => boolean;
}

interface FoundPersons {
  readonly persons: PersonItem[];
  /** Not so: looking took too long, and whoever is not among them may be there all the same. */
  readonly isWhole: boolean;
}

/** Persons with a name, number or address as it was typed, the one heard of last first. */
export async function findPersons(
  database: Database,
  wanted: PersonsWanted,
): Promise<FoundPersons> {
  const { longest = MAX_SEARCH_MS, withBuyers = true, isWanted = () => true } = wanted;
  const start = performance.now();
  const isOver = () => performance.now() - start >= longest || !isWanted();
  const found = [
    await findRows(database, wanted, 'lead', isOver),
    await findRows(database, wanted, 'application', isOver),
    ...(withBuyers ? [await findBuyers(database, wanted, isOver)] : []),
  ];
  const persons = new Map<string, Row[]>();
  for (const row of found.flatMap(({ rows }) => rows)) {
    persons.set(row.person, [...(persons.get(row.person) ?? []), row]);
  }
  return {
    persons: [...persons.values()]
      .flatMap((group) => toPerson(group) ?? [])
      .toSorted((a, b) => (a.newest_at > b.newest_at ? -1 : 1)),
    isWhole: found.every(({ isWhole }) => isWhole),
  };
}

interface SearchedRows {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

async function findRows(
  database: Database,
  { q, patience, ...parts }: PersonsWanted,
  kind: SubjectKind,
  isOver: () => boolean,
): Promise<SearchedRows> {
  const filter = { kind, q, suspect: 'all' } as const;
  const { found, isWhole } = await searchOn(
    ROWS_PER_KIND,
    isOver,
    async (after: Place | null, limit) => {
      const search = {
        filter,
        after,
        limit,
        now: parts.now,
        ...(patience !== undefined && { patience }),
      };
      const { places, next } = await findPlaces(database, search);
      return { found: places, next };
    },
  );
  const numbers = found.map(({ number }) => number);
  const items = await readItems(database, await findListed(database, numbers), parts);
  const rows = items.map(({ subject, name, phone, email, created_at }) => ({
    ...{ key: subject, name, phone, email, at: created_at },
    person: personOf(phone, email) ?? subject,
  }));
  return { rows, isWhole };
}

async function findBuyers(
  database: Database,
  { q, patience }: PersonsWanted,
  isOver: () => boolean,
): Promise<SearchedRows> {
  const { found, isWhole } = await searchOn(
    ROWS_PER_KIND,
    isOver,
    async (after: SalePlace | null, limit) => {
      const search = { filter: { q }, after, limit, ...(patience !== undefined && { patience }) };
      const { items, next } = await listSales(database, search);
      return { found: items, next: next === null ? null : readSalePlace(next) };
    },
  );
  const rows = found.flatMap((sale) => {
    const { buyer_phone: phone, buyer_email: email, buyer_name, begun_at } = sale;
    if (phone === null && email === null) return [];
    const key = `sale:${sale.platform}:${sale.key}`;
    const person = personOf(phone, email) ?? key;
    return [{ key, person, name: buyer_name ?? '', phone, email, at: begun_at }];
  });
  return { rows, isWhole };
}

/** Each contact once. */
export const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

function toPerson(group: readonly Row[]): PersonItem | null {
  const [newest] = group.toSorted((a, b) => (a.at > b.at ? -1 : 1));
  if (!newest) return null;
  return {
    key: newest.key,
    name: newest.name,
    phones: distinct(group.map(({ phone }) => phone)),
    emails: distinct(group.map(({ email }) => email)),
    rows: group.length,
    newest_at: newest.at,
  };
}

interface SearchStep<Item, Cursor> {
  readonly found: readonly Item[];
  /** Where to look on; null: there is no more. */
  readonly next: Cursor | null;
}

/**
 * Looks on where a look ended early, until so many are found or there is no more. Others are answered between two looks.
 * @param isOver whether nobody is to look any longer
 * @returns `isWhole`: not broken off
 */
export async function searchOn<Item, Cursor>(
  most: number,
  isOver: () => boolean,
  look: (after: Cursor | null, limit: number) => Promise<SearchStep<Item, Cursor>>,
): Promise<{ readonly found: readonly Item[]; readonly isWhole: boolean }> {
  const found: Item[] = [];
  let after: Cursor | null = null;
  for (;;) {
    const { found: more, next }: SearchStep<Item, Cursor> = await look(after, most - found.length);
    found.push(...more);
    if (next === null || found.length >= most) return { found, isWhole: true };
    if (isOver()) return { found, isWhole: false };
    after = next;
    await yieldToRequests();
  }
}
