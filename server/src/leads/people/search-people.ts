import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { PersonItem } from '@funil/contract/console/people';
import { emailKey, phoneKey } from '@funil/contract/person';
import { listSales, parseSaleCursor, type SaleCursor } from '../../sales/list-sales.ts';
import type { ContactKind } from '../../store/console-tables.ts';
import type { Database } from '../../store/database.ts';
import { findPlaces, numbersOf } from '../contacts/list-contacts.ts';
import { findListed, type ItemParts, readItems } from '../contacts/read-contacts.ts';

const MAX_ROWS_PER_KIND = 200;

/** A row of a person, who is known by the phone, else by the e-mail. */
interface Row {
  readonly key: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly at: string;
}

const personOf = ({ key, phone, email }: Row): string =>
  (phone === null ? null : phoneKey(phone)) ?? (email === null ? key : emailKey(email));

interface PersonsWanted extends ItemParts {
  readonly q: string;
  /** Whether persons who only bought are searched, too. */
  readonly withBuyers: boolean;
}

/** Returns persons by a part of their name, phone or e-mail, the one with the newest row first. */
export async function findPersons(
  database: Database,
  wanted: PersonsWanted,
): Promise<PersonItem[]> {
  const rows = [
    ...(await findRows(database, wanted, 'lead')),
    ...(await findRows(database, wanted, 'application')),
    ...(wanted.withBuyers ? await findBuyers(database, wanted.q) : []),
  ];
  return [...Map.groupBy(rows, personOf).values()]
    .flatMap((group) => toPerson(group) ?? [])
    .toSorted((a, b) => (a.newest_at > b.newest_at ? -1 : 1));
}

async function findRows(
  database: Database,
  { q, ...parts }: PersonsWanted,
  kind: ContactKind,
): Promise<Row[]> {
  const filter = { kind, q, suspect: 'all' } as const;
  const search = { filter, after: null, limit: MAX_ROWS_PER_KIND, now: parts.now };
  const { places } = await findPlaces(database, search);
  const items = await readItems(database, await findListed(database, numbersOf(places)), parts);
  return items.map(({ subject: key, created_at: at, name, phone, email }) => ({
    ...{ key, name, phone, email, at },
  }));
}

async function findBuyers(database: Database, q: string): Promise<Row[]> {
  const rows: Row[] = [];
  let after: SaleCursor | null = null;
  do {
    const search = { filter: { q }, after, limit: MAX_ROWS_PER_KIND - rows.length };
    const { items, next } = await listSales(database, search);
    for (const { platform, key, buyer_phone, buyer_email, buyer_name, begun_at } of items) {
      rows.push({
        ...{ key: `sale:${platform}:${key}`, name: buyer_name ?? '', at: begun_at },
        ...{ phone: buyer_phone, email: buyer_email },
      });
    }
    after = next === null ? null : parseSaleCursor(next);
    // SQLite answers at once: without it other requests would wait for the whole search.
    await yieldToRequests();
  } while (after !== null && rows.length < MAX_ROWS_PER_KIND);
  return rows.filter(({ phone, email }) => phone !== null || email !== null);
}

/** Returns each contact once. */
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
