import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Found, Person } from '../leads/people/find-person.ts';
import { decodeText, type Held, holdsContactOf } from '../leads/people/holds-contact.ts';
import type { Database } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import type { Notice, NoticeAdapters } from './notice.ts';
import { FORGOTTEN, FORGOTTEN_HEADERS, readStored, type SaleId } from './notices.ts';

/** Rows that sales are looked for at once. */
const ROWS_PER_QUERY = 500;

/** Sales whose buyer has one of the person's contacts, as any notice tells it. */
export async function findBuyerSales(database: Database, person: Person): Promise<SaleId[]> {
  const keys = keysOf(person);
  if (keys.length === 0) return [];
  return database
    .selectFrom('sale_keys')
    .select(['platform', 'sale_key'])
    .where(({ or, and, eb }) =>
      or(keys.map(({ kind, key }) => and([eb('kind', '=', kind), eb('key', '=', key)]))),
    )
    .distinct()
    .execute();
}

/** Sales that are known to be of the leads and applications found, whatever contact the buyer left there. */
export async function findMatchedSales(
  database: Database,
  { leads, applications }: Pick<Found, 'leads' | 'applications'>,
): Promise<SaleId[]> {
  const sales: SaleId[] = [];
  const find = async (column: 'lead_id' | 'lead_ref', ids: readonly (string | number)[]) => {
    for (const some of inChunks(ids, ROWS_PER_QUERY)) {
      const found = await database
        .selectFrom('sales')
        .select(['platform', 'sale_key'])
        .where(column, 'in', some)
        .where('lead_source', '=', column === 'lead_id' ? 'lead' : 'application')
        .execute();
      sales.push(...found);
    }
  };
  await find(
    'lead_id',
    leads.map(({ id }) => Number(id)),
  );
  await find(
    'lead_ref',
    applications.map(({ id }) => String(id)),
  );
  return sales;
}

/** The contacts that sales tell of who bought. */
export async function readBuyers(database: Database, sales: readonly SaleId[]): Promise<Person[]> {
  const buyers: Person[] = [];
  for (const { platform, sale_key } of sales) {
    const buyer = await database
      .selectFrom('sales')
      .select(['buyer_phone as phone', 'buyer_email as email'])
      .where('platform', '=', platform)
      .where('sale_key', '=', sale_key)
      .executeTakeFirst();
    if (buyer) buyers.push(buyer);
  }
  return buyers;
}

/** Sales of which nothing was heard since a moment, and that still say who bought. */
export function findOldBuyerSales(database: Database, before: Date): Promise<SaleId[]> {
  return database
    .selectFrom('sales')
    .select(['platform', 'sale_key'])
    .where(({ or, eb }) =>
      or([
        eb('buyer_name', 'is not', null),
        eb('buyer_email', 'is not', null),
        eb('buyer_phone', 'is not', null),
        eb('matched_by', 'is not', null),
      ]),
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

function keysOf({ phone, email }: Person) {
  const phones = phone === null ? null : canonicalPhone(phone);
  return [
    ...(phones ? [{ kind: 'phone' as const, key: phones }] : []),
    ...(email ? [{ kind: 'email' as const, key: emailKey(email) }] : []),
  ];
}

/** A notice that tells of no sale, or of one that is not known yet, and what it says of its buyer. */
export interface NoticeWithoutSale {
  readonly id: number;
  readonly at: string;
  readonly held: Held;
  /** Null: it was not understood. */
  readonly buyer: Notice['buyer'] | null;
}

/** Where notices hold a person's contacts. */
export interface PersonNotices {
  /** Once for each notice. */
  readonly sales: readonly (SaleId & { readonly held: Held })[];
  readonly notices: readonly NoticeWithoutSale[];
}

/** Bodies held in memory at once: each has 256 KiB at most. */
const NOTICES_PER_PAGE = 100;

/**
 * Looks through all that notices say: a contact may stand where no adapter reads it (whoever pays for
 * another, a subscriber), in a notice that nobody understood, or in one that was not read yet.
 */
export async function findPersonNotices(
  database: Database,
  person: Person,
  adapters: NoticeAdapters,
): Promise<PersonNotices> {
  const holds = holdsContactOf(person);
  const sales: PersonNotices['sales'][number][] = [];
  const notices: NoticeWithoutSale[] = [];
  for (let last = 0; ; ) {
    const page = await selectTelling(database)
      .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(NOTICES_PER_PAGE)
      .execute();
    for (const stored of page) {
      const { id, platform, sale_key, received_at: at } = stored;
      const text = Buffer.from(stored.body).toString();
      const held = sale_key === null ? holds(text) : holdsAsValue(holds, person, text);
      if (!held.phone && !held.email) continue;
      if (sale_key !== null) sales.push({ platform, sale_key, held });
      else {
        const reading = readStored(adapters, stored);
        notices.push({ id, at, held, buyer: reading.ok ? reading.notice.buyer : null });
      }
    }
    if (page.length < NOTICES_PER_PAGE) return { sales, notices };
    last = Number(page.at(-1)?.id);
    await yieldToRequests();
  }
}

/** Notices of before a moment that tell of no sale, understood or not, and that still say something. */
export async function findOldNoticesWithoutSale(
  database: Database,
  before: Date,
): Promise<number[]> {
  const loose = await selectTelling(database)
    .select('id')
    .where('sale_key', 'is', null)
    .where('received_at', '<', before.toISOString())
    .execute();
  return loose.map(({ id }) => id);
}

/** Notices whose person was not forgotten. */
const selectTelling = (database: Database) =>
  database
    .selectFrom('notices')
    .where('headers', '<>', FORGOTTEN_HEADERS)
    .where(({ or, eb }) => or([eb('trouble', 'is', null), eb('trouble', '<>', FORGOTTEN)]));

/** Which contacts are the whole of a value in a notice: a sale of another buyer may mention one in passing. */
function holdsAsValue(holds: (text: string) => Held, { phone, email }: Person, text: string): Held {
  const inText = holds(text);
  if (!inText.phone && !inText.email) return inText;
  const values = valuesOf(text);
  const [wantedPhone, wantedEmail] = [phone && canonicalPhone(phone), email && emailKey(email)];
  return {
    phone: values.some((value) => wantedPhone && canonicalPhone(value) === wantedPhone) === true,
    email: values.some((value) => wantedEmail && decodeText(value).trim() === wantedEmail) === true,
  };
}

/** Every text and number in a JSON text, however deep, or in a form's body. */
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
