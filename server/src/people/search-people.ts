import { compareTexts } from '@funil/contract/characters';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import type { PersonItem } from '@funil/contract/people/people';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import { type ItemOptions, readContactItems } from '../contacts/list/contact-items.ts';
import { findContactPage } from '../contacts/list/contact-pages.ts';
import { listAllSales } from '../sales/list-sales.ts';
import { distinctTexts } from '../sales/match-sale.ts';
import { addBuyerPersonCards } from '../sales/sale-items.ts';
import type { ContactKind } from '../store/contact-tables.ts';
import type { Database } from '../store/database.ts';

const MAX_FOUND_ROWS_PER_KIND = 200;

interface FoundRow extends Pick<ContactItem, 'person' | 'name' | 'email'> {
  readonly key: string;
  readonly phone: string | null;
  readonly at: string;
}

interface PersonSearch extends ItemOptions {
  readonly q: string;
  readonly withBuyers: boolean;
}

export async function listPersons(database: Database, search: PersonSearch): Promise<PersonItem[]> {
  const rows = [
    ...(await findContactRows(database, search, 'lead')),
    ...(await findContactRows(database, search, 'application')),
    ...(search.withBuyers ? await findBuyers(database, search.q) : []),
  ];
  return [...Map.groupBy(rows, ({ person }) => person).values()]
    .flatMap((group) => toPerson(group) ?? [])
    .toSorted((a, b) => compareTexts(b.newest_at, a.newest_at));
}

async function findContactRows(
  database: Database,
  { q, ...options }: PersonSearch,
  kind: ContactKind,
): Promise<FoundRow[]> {
  const filter = { kind, q, suspect: 'all', visibleTo: options.visibleTo } as const;
  const query = { filter, after: null, limit: MAX_FOUND_ROWS_PER_KIND, now: options.now };
  const { contacts } = await findContactPage(database, query);
  const items = await readContactItems(database, contacts, options);
  return items.map(({ subject: key, created_at: at, person, name, phone, email }) => ({
    key,
    person,
    name,
    phone,
    email,
    at,
  }));
}

async function findBuyers(database: Database, q: string): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  for await (const sales of listAllSales(database, { q }, MAX_FOUND_ROWS_PER_KIND)) {
    for (const { platform, key, person, ...sale } of await addBuyerPersonCards(database, sales)) {
      rows.push({
        person,
        key: toSaleSubject({ platform, sale_key: key }),
        name: sale.buyer_name ?? '',
        at: sale.begun_at,
        phone: sale.buyer_phone,
        email: sale.buyer_email,
      });
    }
    if (rows.length >= MAX_FOUND_ROWS_PER_KIND) break;
  }
  return rows
    .slice(0, MAX_FOUND_ROWS_PER_KIND)
    .filter(({ phone, email }) => phone !== null || email !== null);
}

function toPerson(group: readonly FoundRow[]): PersonItem | null {
  const [newest] = group.toSorted((a, b) => compareTexts(b.at, a.at));
  if (!newest) return null;
  return {
    key: newest.key,
    name: newest.name,
    phones: distinctTexts(group.map(({ phone }) => phone)),
    emails: distinctTexts(group.map(({ email }) => email)),
    rows: group.length,
    newest_at: newest.at,
  };
}
