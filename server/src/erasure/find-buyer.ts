import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { canonicalPhone } from '@funil/contract/contacts/person';
import type { SaleId } from '@funil/contract/sales/sale-subject';
import {
  canonicalContactsOf,
  type PersonRecord,
  type PersonRecords,
  type PhoneAndEmail,
} from '../contacts/find-person.ts';
import type { Notice, NoticeAdapters } from '../sales/notices/notice.ts';
import { ERASED_HEADERS, ERASED_MARK, readStoredNotice } from '../sales/notices/stored-notices.ts';
import type { Database, Queryable } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { type ContactMatch, createContactMatcher, decodeText } from './contact-matcher.ts';

export async function findBuyerSales(database: Database, person: PhoneAndEmail): Promise<SaleId[]> {
  const { phones, email } = canonicalContactsOf(person);
  const keys = [
    ...phones.map((key) => ({ kind: 'phone' as const, key })),
    ...(email === null ? [] : [{ kind: 'email' as const, key: email }]),
  ];
  if (keys.length === 0) return [];
  return database
    .selectFrom('sale_keys')
    .select(['platform', 'sale_key'])
    .where(({ or, and }) => or(keys.map(and)))
    .distinct()
    .execute();
}

const CONTACT_IDS_PER_QUERY = 500;

type ContactIds = Record<keyof PersonRecords, readonly Pick<PersonRecord, 'id'>[]>;

export async function findMatchedSales(
  database: Queryable,
  { leads, applications, application_drafts }: ContactIds,
): Promise<SaleId[]> {
  const sales: SaleId[] = [];
  for (const [column, source, ids] of [
    ['lead_id', 'lead', leads.map(({ id }) => Number(id))],
    [
      'lead_ref',
      'application',
      // An operator may have matched a sale to an application that was never sent.
      [...applications, ...application_drafts].map(({ id }) => String(id)),
    ],
  ] as const) {
    for (const chunk of inChunks<number | string>(ids, CONTACT_IDS_PER_QUERY)) {
      const matched = database.selectFrom('sales').select(['platform', 'sale_key']);
      const salesOfChunk = matched.where(column, 'in', chunk).where('lead_source', '=', source);
      sales.push(...(await salesOfChunk.execute()));
    }
  }
  return sales;
}

/** Returns sales that hold a buyer or a match and have no notice received since `before`. */
export function findOldBuyerSales(database: Database, before: Date): Promise<SaleId[]> {
  return database
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    .where(({ or, eb }) =>
      or(
        (['buyer_name', 'buyer_email', 'buyer_phone', 'matched_by'] as const).map((column) =>
          eb(column, 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('id')
            .whereRef('notices.platform', '=', 'sales.platform')
            .whereRef('notices.sale_key', '=', 'sales.sale_key')
            .where('received_at', '>=', before.toISOString()),
        ),
      ),
    )
    .execute();
}

/** A notice that belongs to no sale: unread, unreadable, or about something else, such as a subscription. */
interface NoticeWithoutSale {
  readonly id: number;
  readonly at: string;
  readonly contactMatch: ContactMatch;
  readonly buyer: Notice['buyer'] | null;
}

export interface PersonNotices {
  /** A sale is repeated for each of its notices. */
  readonly sales: readonly (SaleId & { readonly contactMatch: ContactMatch })[];
  readonly notices: readonly NoticeWithoutSale[];
}

/** A hundred notices take at most 26 MB, because a body has at most 256 KiB. */
const NOTICES_PER_READ = 100;

/** Searches bodies as text, because no adapter reads fields such as the payer's phone. */
export async function searchNoticeBodies(
  database: Database,
  person: PhoneAndEmail,
  adapters: NoticeAdapters,
): Promise<PersonNotices> {
  const matchText = createContactMatcher(person);
  const sales: PersonNotices['sales'][number][] = [];
  const notices: NoticeWithoutSale[] = [];
  for (let lastId = 0; ; ) {
    const slice = await selectUnerasedNotices(database)
      .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at', 'source'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(NOTICES_PER_READ)
      .execute();
    for (const storedNotice of slice) {
      const { id, platform, sale_key, received_at: at } = storedNotice;
      const text = Buffer.from(storedNotice.body).toString();
      const contactMatch =
        sale_key === null ? matchText(text) : matchValues(matchText, person, text);
      if (!contactMatch.phone && !contactMatch.email) continue;
      if (sale_key !== null) sales.push({ platform, sale_key, contactMatch });
      else {
        const reading = readStoredNotice(adapters, storedNotice);
        notices.push({ id, at, contactMatch, buyer: reading.ok ? reading.notice.buyer : null });
      }
    }
    if (slice.length < NOTICES_PER_READ) return { sales, notices };
    lastId = Number(slice.at(-1)?.id);
    await yieldToRequests();
  }
}

export async function findOldNoticesWithoutSale(
  database: Database,
  before: Date,
): Promise<number[]> {
  const rows = await selectUnerasedNotices(database)
    .select('id')
    .where('sale_key', 'is', null)
    .where('received_at', '<', before.toISOString())
    .execute();
  return rows.map(({ id }) => id);
}

const selectUnerasedNotices = (database: Database) =>
  database
    .selectFrom('notices')
    .where('headers', '<>', ERASED_HEADERS)
    .where(({ or, eb }) => or([eb('read_error', 'is', null), eb('read_error', '<>', ERASED_MARK)]));

/** Matches whole values only, because a text in the notice of another buyer's sale may mention the person. */
function matchValues(
  matchText: (text: string) => ContactMatch,
  person: PhoneAndEmail,
  text: string,
): ContactMatch {
  const textMatch = matchText(text);
  if (!textMatch.phone && !textMatch.email) return textMatch;
  const values = valuesOf(text);
  const { phones, email } = canonicalContactsOf(person);
  return {
    phone: values.some((value) => phones.includes(canonicalPhone(value) ?? '')),
    email: email !== null && values.some((value) => decodeText(value).trim() === email),
  };
}

function valuesOf(text: string): string[] {
  const values: string[] = [];
  try {
    JSON.parse(text, (_key, value) => {
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value));
      return null;
    });
    return values;
  } catch {
    return [...new URLSearchParams(text).values()];
  }
}
