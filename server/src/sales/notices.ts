import type { ListPage } from '@funil/contract/console/list-page';
import type { SaleNotice } from '@funil/contract/console/sales';
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { toIdPage } from '../store/read-pages.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { findErased, findErasedUnreadable, rememberErased } from './erased-sales.ts';
import {
  NO_TRACKING,
  type Notice,
  type NoticeAdapters,
  type Reading,
  type ReceivedNotice,
  UNSTATED_FIELDS,
} from './notice.ts';

/** The primary key of `sales`. */
export type SaleId = Pick<SaleRow, 'platform' | 'sale_key'>;

/** Returns the condition that a row of any table is of one of these sales. */
export function isOfSales(sales: readonly SaleId[]): RawBuilder<SqlBool> {
  if (sales.length === 0) return sql<SqlBool>`1 = 0`;
  const conditions = [...Map.groupBy(sales, ({ platform }) => platform)].map(([platform, ids]) => {
    const keys = new Set(ids.map(({ sale_key }) => sale_key));
    return sql`platform = ${platform} and sale_key in (${sql.join([...keys])})`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

type StoredNotice = Pick<
  Selectable<Tables['notices']>,
  'id' | 'platform' | 'sale_key' | 'headers' | 'body' | 'received_at' | 'source'
>;

/** A stored notice, and its reading. */
export interface ReadNotice extends StoredNotice {
  readonly reading: Reading;
}

/** Selects the columns of notices that {@link readStoredNotices} reads. */
export const selectStoredNotices = (database: Kysely<Tables>) =>
  database
    .selectFrom('notices')
    .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at', 'source']);

/** Marks a notice whose buyer was erased; its body is the reading without personal data. */
export const ERASED_MARK = 'erased';
export const ERASED_HEADERS = JSON.stringify({ [ERASED_MARK]: 'true' });

/** Fields that name the buyer, or by which the name can be found: reference, subscription and payment page. */
const ANONYMOUS_FIELDS: Pick<
  Notice,
  'noticeId' | 'buyer' | 'tracking' | 'subscription' | 'paymentCode'
> = {
  noticeId: null,
  buyer: { name: null, email: null, phones: [] },
  tracking: NO_TRACKING,
  subscription: null,
  paymentCode: null,
};

/** Returns a notice without its buyer. */
export const anonymize = (notice: Notice): Notice => ({ ...notice, ...ANONYMOUS_FIELDS });

/** Returns the columns of a notice without its buyer. A notice that could not be read is emptied. */
export function toAnonymousColumns(reading: Reading) {
  const common = { headers: ERASED_HEADERS, notice_id: null };
  if (!reading.ok) return { ...common, body: Buffer.alloc(0), read_error: ERASED_MARK, read_by: 0 };
  const anonymous: Reading = { ok: true, notice: anonymize(reading.notice) };
  return { ...common, body: Buffer.from(JSON.stringify(anonymous)) };
}

/** Replaces stored notices by their readings without the buyer. */
export async function storeWithoutPerson(
  database: Kysely<Tables>,
  notices: readonly ReadNotice[],
): Promise<void> {
  for (const { id, reading } of notices) {
    await database
      .updateTable('notices')
      .set(toAnonymousColumns(reading))
      .where('id', '=', id)
      .execute();
  }
}

/** Returns the readable notices as reports. */
export const toReports = (notices: readonly ReadNotice[]) =>
  notices.flatMap((read) => (read.reading.ok ? [{ ...read, notice: read.reading.notice }] : []));

/**
 * Removes erased buyers from notices that were just read, and from their stored rows. Unreadable notices of erased
 * buyers are emptied and left out of the result.
 */
export async function removeErasedBuyers(
  database: Kysely<Tables>,
  notices: readonly ReadNotice[],
): Promise<ReadNotice[]> {
  const erased = [...(await findErased(database, toReports(notices)))];
  await rememberErased(database, erased);
  const unreadable = notices.filter(({ reading }) => !reading.ok);
  const emptied = await findErasedUnreadable(database, unreadable);
  await storeWithoutPerson(database, [...erased, ...emptied]);
  const anonymous = new Map(erased.map(({ id, notice }) => [id, anonymize(notice)]));
  return notices
    .filter((read) => !emptied.has(read))
    .map((read) => {
      const notice = anonymous.get(read.id);
      return notice ? { ...read, reading: { ok: true, notice } } : read;
    });
}

/** Parses a body that is a reading in JSON, as stored for erased buyers, APIs and files. */
function parseStoredReading(body: Uint8Array): Reading {
  const stored = JSON.parse(Buffer.from(body).toString()) as Reading;
  return stored.ok ? { ok: true, notice: { ...UNSTATED_FIELDS, ...stored.notice } } : stored;
}

/** Readings by the notices' row ids. */
export type Readings = ReadonlyMap<number, Reading>;

/**
 * Reads stored notices, except for those that are already read. Never throws, so that a failing adapter does not block
 * other notices.
 */
export const readStoredNotices = <Stored extends StoredNotice>(
  adapters: NoticeAdapters,
  notices: readonly Stored[],
  readings?: Readings,
): (Stored & ReadNotice)[] =>
  notices.map((stored) => ({
    ...stored,
    reading: readings?.get(stored.id) ?? readStoredNotice(adapters, stored),
  }));

/** Reads a stored notice. Never throws. */
export function readStoredNotice(
  adapters: NoticeAdapters,
  stored: Omit<StoredNotice, 'id' | 'sale_key'>,
): Reading {
  try {
    const headers = JSON.parse(stored.headers) as ReceivedNotice['headers'];
    if (stored.source !== 'notice' || headers[ERASED_MARK]) return parseStoredReading(stored.body);
    const received = { headers, body: stored.body, receivedAt: stored.received_at };
    return adapters[stored.platform]?.read(received) ?? { ok: false, reason: 'fault' };
  } catch {
    // The notice is listed as failed, and the adapter's next version reads it again.
    return { ok: false, reason: 'fault' };
  }
}

/** Reads the oldest unread notices and stores the results. Returns them, their sales, and whether there may be more. */
export async function readUnreadNotices(
  database: Kysely<Tables>,
  { adapters, limit }: { readonly adapters: NoticeAdapters; readonly limit: number },
): Promise<{ sales: SaleId[]; readings: Readings; isMore: boolean }> {
  const unread = await selectStoredNotices(database)
    .where('read_by', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  const isMore = unread.length === limit;
  const notices = await removeErasedBuyers(database, readStoredNotices(adapters, unread));
  const readings = new Map(notices.map(({ id, reading }) => [id, reading]));
  if (notices.length === 0) return { sales: [], readings, isMore };
  const values = notices.map(({ id, platform, reading }) => {
    const { noticeId, saleKey } = reading.ok ? reading.notice : { noticeId: null, saleKey: null };
    return sql`(cast(${id} as bigint), cast(${adapters[platform]?.adapterVersion ?? 0} as integer),
      cast(${reading.ok ? null : reading.reason} as text), cast(${noticeId} as text),
      cast(${saleKey} as text))`;
  });
  await sql`update ${sql.table('notices')} as stored
    set read_by = result.column2, read_error = result.column3, notice_id = result.column4,
      sale_key = result.column5
    from (values ${sql.join(values)}) as result
    where stored.id in (${sql.join(unread.map(({ id }) => id))}) and stored.id = result.column1`.execute(
    database,
  );
  // A notice that is read again may have belonged to another sale before, so that sale is recomputed, too.
  const sales = notices.flatMap(({ platform, sale_key, reading }) =>
    [sale_key, reading.ok ? reading.notice.saleKey : null].flatMap((key) =>
      key === null ? [] : [{ platform, sale_key: key }],
    ),
  );
  return { sales, readings, isMore };
}

/** Marks the notices read by earlier adapter versions as unread. Notices of erased buyers keep their reading. */
export async function markOutdatedUnread(
  database: Kysely<Tables>,
  adapters: NoticeAdapters,
): Promise<void> {
  for (const { name, adapterVersion } of Object.values(adapters)) {
    await database
      .updateTable('notices')
      .set({ read_by: null, read_error: null })
      .where('platform', '=', name)
      .where('read_by', '<', adapterVersion)
      .where('headers', '!=', ERASED_HEADERS)
      .where('source', '=', 'notice')
      .execute();
  }
}

interface NoticesQuery {
  /** The last id of the previous page; null for the first page. */
  readonly last: number | null;
  readonly limit: number;
  readonly failedOnly: boolean;
}

/** Returns a page of notices without personal data, the newest first. */
export async function listNotices(
  database: Database,
  { last, limit, failedOnly }: NoticesQuery,
): Promise<ListPage<SaleNotice>> {
  const rows = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'source', 'read_error'])
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .$if(failedOnly, (query) => query.where('read_error', '<>', ERASED_MARK))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toIdPage(
    rows.map((row) => ({ ...row, kind: null })),
    limit,
  );
}

const MAX_NOTICES_PER_SALE = 100;

/** Returns a sale's notices, the oldest first. */
export async function readSaleNotices(
  database: Database,
  sale: SaleId,
  adapters: NoticeAdapters,
): Promise<SaleNotice[]> {
  const rows = await selectStoredNotices(database)
    .select('read_error')
    .where(isOfSales([sale]))
    .orderBy('id')
    .limit(MAX_NOTICES_PER_SALE)
    .execute();
  return readStoredNotices(adapters, rows).map(({ reading, ...row }) => {
    const { id, received_at, platform, source, read_error } = row;
    const kind = reading.ok ? reading.notice.kind : null;
    return { id, received_at, platform, source, read_error, kind };
  });
}

/** Returns the newest failed notices, and the numbers of failed and unread notices and of test sales. */
export async function readNoticeSummary(database: Database, limit: number) {
  const countAll = database.fn.countAll<number>().as('n');
  const notices = database.selectFrom('notices').select(countAll);
  const tests = database.selectFrom('sales').select(countAll).where('is_test', '=', true);
  const countRows = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).n);
  return {
    failed: (await listNotices(database, { last: null, limit, failedOnly: true })).items,
    failedCount: await countRows(notices.where('read_error', '<>', ERASED_MARK)),
    unreadCount: await countRows(notices.where('read_by', 'is', null)),
    testSaleCount: await countRows(tests),
  };
}
