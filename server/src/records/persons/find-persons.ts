import type { PersonItem } from '@funil/contract/console/people';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import { listSales } from '../sales-lists/list-sales.ts';
import { findPlaces, type Place } from '../subjects/find-numbers.ts';
import { findListed, type ItemParts, readItems } from '../subjects/read-items.ts';

/** Rows of each kind that are looked at. */
const MOST = 200;

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

/** Persons with a name, number or address as it was typed, the one heard of last first. */
export async function findPersons(
  database: Database,
  q: string,
  parts: ItemParts,
): Promise<PersonItem[]> {
  const rows = [...(await findRows(database, q, parts)), ...(await findBuyers(database, q))];
  const persons = new Map<string, Row[]>();
  for (const row of rows) persons.set(row.person, [...(persons.get(row.person) ?? []), row]);
  return [...persons.values()]
    .flatMap((group) => toPerson(group) ?? [])
    .toSorted((a, b) => (a.newest_at > b.newest_at ? -1 : 1));
}

async function findRows(database: Database, q: string, parts: ItemParts): Promise<Row[]> {
  const places: Place[] = [];
  for (const kind of ['lead', 'application'] as const) {
    const filter = { kind, q, suspect: 'all' } as const;
    const search = { filter, after: null, limit: MOST, now: parts.now };
    places.push(...(await findPlaces(database, search)).places);
  }
  const listed = await findListed(
    database,
    places.map(({ number }) => number),
  );
  const items = await readItems(database, listed, parts);
  return items.map(({ subject, name, phone, email, created_at }) => ({
    ...{ key: subject, name, phone, email, at: created_at },
    person: personOf(phone, email) ?? subject,
  }));
}

async function findBuyers(database: Database, q: string): Promise<Row[]> {
  const { items } = await listSales(database, { filter: { q }, after: null, limit: MOST });
  return items.flatMap((sale) => {
    const { buyer_phone: phone, buyer_email: email, buyer_name, begun_at } = sale;
    const person = personOf(phone, email);
    if (person === null) return [];
    const key = `sale:${sale.platform}:${sale.key}`;
    return [{ key, person, name: buyer_name ?? '', phone, email, at: begun_at }];
  });
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
