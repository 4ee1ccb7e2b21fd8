import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import type { PersonCard } from '@funil/contract/contacts/contacts';
import { internationalDigits } from '@funil/contract/contacts/international-phone';
import type { SaleBuyer, SaleRecord } from '@funil/contract/sales/sale-record';
import { type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { SaleItem, SaleWithCheckoutLink } from '@funil/contract/sales/sales';
import { type ContactRef, contactKeyOf, toContactRef } from '../contacts/contact-ref.ts';
import { type ContactRow, readContactRows } from '../contacts/contact-rows.ts';
import { type ItemOptions, NO_CHECKOUT_LINK } from '../contacts/list/contact-items.ts';
import { findContactPage } from '../contacts/list/contact-pages.ts';
import {
  findListedByKeys,
  type ListedContact,
  toPersonKeys,
} from '../contacts/list/listed-contacts.ts';
import { addPersonCards } from '../contacts/list/person-cards.ts';
import type { Database } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { isRowOfSales } from './sale-id.ts';

const SALE_RECORD_COLUMNS = [
  'platform',
  'transaction',
  'state',
  'value_cents',
  'currency',
  'method',
  'matched_by',
  'lead_ref',
  'pending_at',
  'paid_at',
  'refunded_at',
  'refunded_cents',
  'net_cents',
  'fee_cents',
  'commission_cents',
  'order_id',
  'subscription',
  'charge_number',
  'installments',
  'source',
  'buyer_name',
  'buyer_email',
  'buyer_phone',
] as const;

export const toSaleRecord = (row: SaleRow): SaleRecord & SaleBuyer => ({
  ...(Object.fromEntries(SALE_RECORD_COLUMNS.map((column) => [column, row[column]])) as Pick<
    SaleRow,
    (typeof SALE_RECORD_COLUMNS)[number]
  >),
  product: row.product_name ?? row.product_id,
});

export function toSaleContactRef(
  sale: Pick<SaleRow, 'lead_source' | 'lead_id' | 'lead_ref'>,
): ContactRef | null {
  const id = sale.lead_source === 'lead' ? sale.lead_id : sale.lead_ref;
  return sale.lead_source && id !== null ? toContactRef(sale.lead_source, id) : null;
}

export type SaleItemWithoutPersonCard = Omit<SaleItem, keyof PersonCard>;

export async function readSalesWithCheckoutLinks(
  database: Database,
  rows: readonly SaleRow[],
  { visibleTo, checkoutLinkOf }: Pick<ItemOptions, 'visibleTo' | 'checkoutLinkOf'>,
): Promise<SaleWithCheckoutLink[]> {
  const contacts = await readSaleContacts(database, rows);
  const items = rows.map((row, index) => {
    const contact = contacts[index] ?? null;
    return {
      ...toItemWithoutPersonCard(row, contact),
      checkout_link: checkoutLinkOf?.(contact, row) ?? NO_CHECKOUT_LINK,
    };
  });
  return addBuyerPersonCards(database, items, visibleTo);
}

/** @param visibleTo e-mail of an attendant, whose cards show no other attendant's contacts; undefined: all contacts */
export const addBuyerPersonCards = <Item extends SaleItemWithoutPersonCard>(
  database: Database,
  items: readonly Item[],
  visibleTo?: string,
): Promise<(Item & PersonCard)[]> =>
  addPersonCards(database, items, {
    rowOf: ({ platform, key, subject, buyer_phone: phone, buyer_email: email }) => ({
      ...toPersonKeys({ phone, email }),
      subject: subject ?? toSaleSubject({ platform, sale_key: key }),
    }),
    visibleTo,
  });

export async function toItemsWithoutPersonCards(
  database: Database,
  rows: readonly SaleRow[],
): Promise<SaleItemWithoutPersonCard[]> {
  const contacts = await readSaleContacts(database, rows);
  return rows.map((row, index) => toItemWithoutPersonCard(row, contacts[index] ?? null));
}

/** Returns the contact of each sale; null if it has none, or the contact was erased. */
async function readSaleContacts(
  database: Database,
  rows: readonly SaleRow[],
): Promise<(ContactRow | null)[]> {
  const refs = rows.flatMap((row) => toSaleContactRef(row) ?? []);
  const contactsByKey = await readContactRows(database, refs);
  return rows.map((row) => {
    const ref = toSaleContactRef(row);
    const contact = ref && contactsByKey.get(contactKeyOf(ref));
    // SQLite reuses row ids, so the lead must also have the sale's key.
    return contact && (row.lead_ref ?? null) === contact.reference ? contact : null;
  });
}

const toOrigin = ({
  origin: { utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_content: content },
}: ContactRow): CreativeOrigin => ({ source, medium, campaign, content });

function toItemWithoutPersonCard(
  row: SaleRow,
  contact: ContactRow | null,
): SaleItemWithoutPersonCard {
  const { lead_ref: _, ...record } = toSaleRecord(row);
  return {
    ...record,
    key: row.sale_key,
    whatsapp: row.buyer_phone === null ? null : internationalDigits(row.buyer_phone),
    begun_at: row.begun_at,
    chargeback_at: row.chargeback_at,
    expires_at: row.expires_at,
    payment_code: row.payment_code,
    is_test: Boolean(row.is_test),
    subject: contact && contactKeyOf(contact.ref),
    origin: contact && toOrigin(contact),
    candidates: row.candidates,
  };
}

const MAX_CONTACT_CANDIDATES = 20;

export const findSale = async (database: Database, id: SaleId): Promise<SaleRow | null> =>
  (await database
    .selectFrom('sales')
    .selectAll()
    .where(isRowOfSales([id]))
    .executeTakeFirst()) ?? null;

export async function findSaleCandidates(
  database: Database,
  { buyer_phone, buyer_email, buyer_name }: SaleRow,
  now: number,
): Promise<ListedContact[]> {
  const keys = toPersonKeys({ phone: buyer_phone, email: buyer_email });
  const byKeys = await findListedByKeys(database, [keys], MAX_CONTACT_CANDIDATES);
  const byName = buyer_name === null ? [] : await findByName(database, buyer_name, now);
  const contacts = new Map([...byKeys, ...byName].map((contact) => [contact.number, contact]));
  return [...contacts.values()].slice(0, MAX_CONTACT_CANDIDATES);
}

async function findByName(database: Database, q: string, now: number): Promise<ListedContact[]> {
  const contactsByName: ListedContact[] = [];
  for (const kind of ['lead', 'application'] as const) {
    const filter = { kind, q, suspect: 'all' } as const;
    const { contacts } = await findContactPage(database, { filter, after: null, limit: 10, now });
    contactsByName.push(...contacts);
  }
  return contactsByName;
}
