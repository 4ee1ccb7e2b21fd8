import type { ContactItem } from '@funil/contract/contacts/contacts';
import type { ListPage } from '@funil/contract/list-page';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../store/database.ts';
import { createCursor } from '../../store/queries/cursor.ts';
import { cutPage, readPages } from '../../store/queries/read-pages.ts';
import { type ContactFilter, contactFilterSql } from './contact-filter.ts';
import { type ItemOptions, readContactItems, readItemsWithoutCards } from './contact-items.ts';
import { findListedByNumber, type ListedContact } from './listed-contacts.ts';

export const CONTACT_CURSOR = createCursor({ at: z.int(), number: z.int() });

type ContactPosition = Parameters<typeof CONTACT_CURSOR.format>[0];

interface ContactQuery {
  readonly filter: ContactFilter;
  readonly after: ContactPosition | null;
  readonly limit: number;
  readonly sort?: 'newest' | 'oldest';
  readonly now: number;
}

export async function listContacts(
  database: Database,
  query: ContactQuery & ItemOptions,
): Promise<ListPage<ContactItem>> {
  const { contacts, next } = await findContactPage(database, query);
  const items = await readContactItems(database, contacts, query);
  return { items, next: next && CONTACT_CURSOR.format(next) };
}

const CONTACTS_PER_READ = 1_000;

export const listAllContacts = (
  database: Database,
  query: Omit<ContactQuery, 'after' | 'limit'> & ItemOptions,
) =>
  readPages(async (after: ContactPosition | null) => {
    const pageQuery = { ...query, after, limit: CONTACTS_PER_READ };
    const { contacts, next } = await findContactPage(database, pageQuery);
    return { items: await readItemsWithoutCards(database, contacts, query), next };
  });

export async function findContactPage(
  database: Database,
  { filter, after, limit, now, sort = 'newest' }: ContactQuery,
): Promise<{ readonly contacts: readonly ListedContact[]; readonly next: ContactPosition | null }> {
  const isNewestFirst = sort === 'newest';
  const comparison = isNewestFirst ? sql`<` : sql`>`;
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const isAfter =
    after === null ? sql`` : sql`and (at, number) ${comparison} (${after.at}, ${after.number})`;
  const { rows } = await sql<ContactPosition>`
    select at, number from ${sql.table('contacts')}
    where ${contactFilterSql(database, filter, now)} ${isAfter}
    order by at ${direction}, number ${direction} limit ${limit + 1}`.execute(database);
  const positions = rows.map(({ at, number }) => ({ at: Number(at), number: Number(number) }));
  const { items, next } = cutPage(positions, limit);
  const numbers = items.map(({ number }) => number);
  return { contacts: await findListedByNumber(database, numbers), next };
}
