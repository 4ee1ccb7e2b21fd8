import type { SaleNotice } from '@funil/contract/console/sales';
import { findPlaces } from '../../leads/contacts/find-numbers.ts';
import { contactKeys, findPersonOf } from '../../leads/contacts/find-person.ts';
import { findListed, type ListedSubject } from '../../leads/contacts/read-items.ts';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import type { NoticeAdapters } from '../notice.ts';
import { readStored, type SaleName } from '../read-notices.ts';

/** Most notices of a sale, and candidates for its lead, that are shown. */
const MOST_NOTICES = 100;
const MOST_CANDIDATES = 20;

/** Null: there is no such sale. */
export const findSale = async (
  database: Database,
  { platform, saleKey }: SaleName,
): Promise<SaleRow | null> =>
  (await inFunil(database, database.dialect)
    .selectFrom('sales')
    .selectAll()
    .where('platform', '=', platform)
    .where('sale_key', '=', saleKey)
    .executeTakeFirst()) ?? null;

/** What the platform told of a sale, the oldest first. */
export async function readSaleNotices(
  database: Database,
  { platform, saleKey }: SaleName,
  adapters: NoticeAdapters,
): Promise<SaleNotice[]> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'trouble', 'headers', 'body'])
    .where('platform', '=', platform)
    .where('sale_key', '=', saleKey)
    .orderBy('id')
    .limit(MOST_NOTICES)
    .execute();
  return rows.map((row) => {
    const read = readStored(adapters, row);
    const { id, received_at, trouble } = row;
    return { id, received_at, platform, trouble, kind: read.ok ? read.notice.kind : null };
  });
}

/** Leads and applications that a sale may have come from: of the same contact, else of the same name. */
export async function findCandidateLines(
  database: Database,
  { buyer_phone, buyer_email, buyer_name }: SaleRow,
  now: number,
): Promise<ListedSubject[]> {
  const keys = contactKeys({ phone: buyer_phone, email: buyer_email });
  const byContact = await findPersonOf(database, keys, MOST_CANDIDATES);
  const byName = buyer_name === null ? [] : await findByName(database, buyer_name, now);
  const lines = [...byContact, ...byName];
  return [...new Map(lines.map((line) => [line.number, line])).values()].slice(0, MOST_CANDIDATES);
}

async function findByName(database: Database, q: string, now: number): Promise<ListedSubject[]> {
  const found = [];
  for (const kind of ['lead', 'application'] as const) {
    const filter = { kind, q, suspect: 'all' } as const;
    const { places } = await findPlaces(database, { filter, after: null, limit: 10, now });
    found.push(...places);
  }
  return findListed(
    database,
    found.map(({ number }) => number),
  );
}
