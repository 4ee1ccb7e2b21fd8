import { hash } from 'node:crypto';
import type { PersonCard } from '@funil/contract/contacts/contacts';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { numbersOf } from '../../store/queries/sql.ts';
import { contactKeyOf, isLeadOfSale, parseContactKeys, splitRefs } from '../contact-ref.ts';
import { isOwnerVisibleTo } from './contact-filter.ts';
import {
  findListedByKeys,
  findListedByRef,
  type ListedContact,
  type PersonKeys,
} from './listed-contacts.ts';

/** A robot may send one phone endlessly. */
const MAX_COUNTED_ROWS = 1_000;

export interface CardRow extends PersonKeys {
  /** The contact's key. For a sale, the key of its contact, or the sale's own key if it has no contact. */
  readonly subject: string;
}

/** Exports must not use this function, because a million rows would take too long. */
export async function addPersonCards<Item>(
  database: Database,
  items: readonly Item[],
  options: {
    readonly rowOf: (item: Item) => CardRow;
    readonly visibleTo: string | undefined;
  },
): Promise<(Item & PersonCard)[]> {
  const cards = await readPersonCards(database, items.map(options.rowOf), options.visibleTo);
  return items.flatMap((item, index) => {
    const card = cards[index];
    return card ? [{ ...item, ...card }] : [];
  });
}

/**
 * A sale without a contact belongs to the person with the buyer's phone or e-mail
 * (docs/decisions/0047-one-person-is-one-card.md).
 * @param visibleTo e-mail of an operator who may see no sales, and only own contacts and contacts without an owner
 */
async function readPersonCards(
  database: Database,
  rows: readonly CardRow[],
  visibleTo: string | undefined,
): Promise<PersonCard[]> {
  const refs = parseContactKeys(rows.map(({ subject }) => subject));
  const rowContacts = await findListedByRef(database, refs);
  const contactsByKey = new Map(rowContacts.map((contact) => [contactKeyOf(contact.ref), contact]));
  const keysOf = (row: CardRow): PersonKeys => contactsByKey.get(row.subject) ?? row;
  const contactsWithSameKeys = await findListedByKeys(database, rows.map(keysOf), MAX_COUNTED_ROWS);
  const contactsByNumber = new Map(
    [...contactsWithSameKeys, ...rowContacts].map((contact) => [contact.number, contact]),
  );
  const visibleContacts = [...contactsByNumber.values()].filter(({ owner }) =>
    isOwnerVisibleTo(owner, visibleTo),
  );
  const sales =
    visibleTo === undefined
      ? await readPaidSales(database, rows.map(keysOf), visibleContacts)
      : null;
  const lastMessageAtByKey = await readLastMessages(
    database,
    visibleContacts.map(({ ref }) => contactKeyOf(ref)),
  );
  const contactsOf = createLookup(visibleContacts, ({ phoneKey, emailKey }) => [
    phoneKey,
    emailKey,
  ]);
  const salesOf = createLookup(sales ?? [], ({ key }) => [key]);
  return rows.map((row) => {
    const { phoneKey, emailKey } = keysOf(row);
    const keys = [phoneKey, emailKey];
    const sameKeyContacts = keys.flatMap(contactsOf);
    const contact = contactsByKey.get(row.subject) ?? sameKeyContacts[0];
    const personKey = contact ? personKeyOf(contact) : (phoneKey ?? emailKey ?? row.subject);
    const related = new Set(contact ? [...sameKeyContacts, contact] : sameKeyContacts);
    const members = [...related].filter((relative) => personKeyOf(relative) === personKey);
    const subjects = members.map(({ ref }) => contactKeyOf(ref));
    const membersByKind = Map.groupBy(members, ({ ref }) => ref.kind);
    return {
      person: hash('sha256', personKey, 'base64url'),
      totals: {
        leads: membersByKind.get('lead')?.length ?? 0,
        applications: membersByKind.get('application')?.length ?? 0,
        ...(sales ? sumPurchases([...keys, ...subjects].flatMap(salesOf)) : HIDDEN_PURCHASES),
      },
      messaged_at:
        subjects
          .flatMap((subject) => lastMessageAtByKey.get(subject) ?? [])
          .toSorted()
          .at(-1) ?? null,
    };
  });
}

const HIDDEN_PURCHASES = { purchases: null, spent_cents: null };

type PaidSale = Awaited<ReturnType<typeof readPaidSales>>[number];

/** @param sales in which a sale may be repeated */
function sumPurchases(sales: readonly PaidSale[]) {
  const distinctSales = [...new Map(sales.map((sale) => [sale.id, sale])).values()];
  return {
    purchases: new Set(distinctSales.map(({ order }) => order)).size,
    spent_cents: distinctSales.reduce((sum, { cents }) => sum + cents, 0),
  };
}

const personKeyOf = ({ person, ref }: ListedContact): string => person ?? contactKeyOf(ref);

async function readLastMessages(database: Database, subjects: readonly string[]) {
  if (subjects.length === 0) return new Map<string, string>();
  const rows = await database
    .selectFrom('followup_changes')
    .select(({ fn }) => ['subject', fn.max('at').as('at')])
    .where('subject', 'in', subjects)
    .where('kind', '=', 'message')
    .groupBy('subject')
    .execute();
  return new Map(rows.map(({ subject, at }) => [subject, at]));
}

function createLookup<Item>(items: readonly Item[], keysOf: (item: Item) => (string | null)[]) {
  const pairs = items.flatMap((item) => keysOf(item).map((key) => ({ key, item })));
  const pairsByKey = Map.groupBy(pairs, ({ key }) => key);
  return (key: string | null): readonly Item[] =>
    key === null ? [] : (pairsByKey.get(key) ?? []).map(({ item }) => item);
}

/**
 * Returns the contacts' paid sales, and paid sales without a contact that have a phone or e-mail of
 * the rows. A sale is repeated for each key by which it is found.
 */
async function readPaidSales(
  database: Database,
  rows: readonly PersonKeys[],
  contacts: readonly ListedContact[],
) {
  const keys = rows.flatMap(({ phoneKey, emailKey }) => [phoneKey ?? [], emailKey ?? []].flat());
  const { leadIds, applicationIds } = splitRefs(contacts.map(({ ref }) => ref));
  const paidSales = database
    .selectFrom('sales')
    .select(['sales.platform', 'sales.sale_key', 'order_id', 'value_cents', 'refunded_cents'])
    .where(sql<SqlBool>`state = 'paid' and not is_test and currency = 'BRL'`);
  const salesOfKeys = paidSales
    .innerJoin('sale_keys', (join) =>
      join
        .onRef('sale_keys.platform', '=', 'sales.platform')
        .onRef('sale_keys.sale_key', '=', 'sales.sale_key'),
    )
    .select('sale_keys.key')
    .where('lead_source', 'is', null)
    .where('sale_keys.kind', 'in', ['phone', 'email'])
    .where('sale_keys.key', 'in', keys);
  const salesOfLeads = paidSales
    .innerJoin('leads', (join) => join.on(isLeadOfSale('leads', 'sales')))
    .select(sql<string>`'lead:' || leads.id`.as('key'))
    .where(sql<SqlBool>`sales.lead_id in (${numbersOf(database, leadIds)})`);
  const salesOfApplications = paidSales
    .select(sql<string>`'application:' || lead_ref`.as('key'))
    .where('lead_source', '=', 'application')
    .where('lead_ref', 'in', applicationIds);
  const sales = [
    ...(keys.length > 0 ? await salesOfKeys.execute() : []),
    ...(leadIds.length > 0 ? await salesOfLeads.execute() : []),
    ...(applicationIds.length > 0 ? await salesOfApplications.execute() : []),
  ];
  return sales.map(({ platform, sale_key, order_id, value_cents, refunded_cents, key }) => ({
    id: `${platform} ${sale_key}`,
    order: `${platform} ${order_id ?? sale_key}`,
    cents: Number(value_cents ?? 0) - Number(refunded_cents ?? 0),
    key,
  }));
}
