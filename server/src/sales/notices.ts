import type { Page } from '@funil/contract/console/page';
import type { SaleNotice } from '@funil/contract/console/sales';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import {
  NO_TRACKING,
  type Notice,
  type NoticeAdapters,
  type Reading,
  type ReceivedNotice,
} from './notice.ts';

/** Which sale: one row of `sales`. */
export type SaleId = Pick<SaleRow, 'platform' | 'sale_key'>;

/** What notices say, by their rows' ids. */
export type Readings = ReadonlyMap<number, Reading>;

export type StoredNotice = Pick<
  Selectable<Tables['notices']>,
  'platform' | 'headers' | 'body' | 'received_at'
>;

/** Marks a notice whose person was forgotten: its body is what it told besides. */
export const FORGOTTEN = 'forgotten';
export const FORGOTTEN_HEADERS = JSON.stringify({ [FORGOTTEN]: 'true' });

/**
 * Nothing that leads back to the person: our reference may have come with any of the UTMs, and other charges
 * of a subscription may still say who pays.
 */
const NO_PERSON: Pick<Notice, 'noticeId' | 'buyer' | 'tracking' | 'subscription'> = {
  noticeId: null,
  buyer: { name: null, email: null, phones: [] },
  tracking: NO_TRACKING,
  subscription: null,
};

/** A notice as it is kept once its person is forgotten: what it told of the sale; empty where it was not understood. */
export function toForgotten(reading: Reading) {
  const common = { headers: FORGOTTEN_HEADERS, notice_id: null };
  if (!reading.ok) return { ...common, body: Buffer.alloc(0), trouble: FORGOTTEN, read_by: 0 };
  const kept: Reading = { ok: true, notice: { ...reading.notice, ...NO_PERSON } };
  return { ...common, body: Buffer.from(JSON.stringify(kept)) };
}

/** Fields of a notice that did not exist when earlier versions forgot its person. */
const LATER_FIELDS = {
  refundedCents: null,
  expiresAt: null,
  subscription: null,
  chargeNumber: null,
} satisfies Partial<Notice>;

function readForgotten(body: Uint8Array): Reading {
  const kept = JSON.parse(Buffer.from(body).toString()) as Reading;
  return kept.ok ? { ok: true, notice: { ...LATER_FIELDS, ...kept.notice } } : kept;
}

/** What an adapter makes of a stored notice. An adapter that fails must not keep others from being read. */
export function readStored(adapters: NoticeAdapters, stored: StoredNotice): Reading {
  try {
    const headers = JSON.parse(stored.headers) as ReceivedNotice['headers'];
    if (headers[FORGOTTEN]) return readForgotten(stored.body);
    const kept = { headers, body: stored.body, receivedAt: stored.received_at };
    return adapters[stored.platform]?.read(kept) ?? { ok: false, reason: 'fault' };
  } catch {
    // Nothing is lost: the notice is shown as not understood, and read again by the next version.
    return { ok: false, reason: 'fault' };
  }
}

/**
 * Reads notices that nobody has read yet, the oldest first, and writes beside each what it is.
 * @returns the sales they speak of, what each says, and whether there may be more
 */
export async function readNotices(
  database: Kysely<Tables>,
  { adapters, most }: { readonly adapters: NoticeAdapters; readonly most: number },
): Promise<{ sales: SaleId[]; readings: Readings; isMore: boolean }> {
  const unread = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'headers', 'body', 'received_at', 'sale_key'])
    .where('read_by', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  const readings = new Map(unread.map((stored) => [stored.id, readStored(adapters, stored)]));
  if (unread.length === 0) return { sales: [], readings, isMore: false };
  const read = unread.map((stored) => ({
    id: stored.id,
    platform: stored.platform,
    version: adapters[stored.platform]?.version ?? 0,
    ...findings(readings.get(stored.id) ?? { ok: false, reason: 'fault' }),
  }));
  const values = read.map(
    ({ id, version, trouble, notice_id, sale_key }) =>
      sql`(cast(${id} as bigint), cast(${version} as integer), cast(${trouble} as text),
        cast(${notice_id} as text), cast(${sale_key} as text))`,
  );
  await sql`update ${sql.table('notices')} as kept
    set read_by = found.column2, trouble = found.column3, notice_id = found.column4,
      sale_key = found.column5
    from (values ${sql.join(values)}) as found
    where kept.id in (${sql.join(read.map(({ id }) => id))}) and kept.id = found.column1`.execute(
    database,
  );
  // Also the sale that a notice was thought to speak of before it was read again.
  const sales = [...unread, ...read].flatMap(({ platform, sale_key }) =>
    sale_key === null ? [] : [{ platform, sale_key }],
  );
  return { sales, readings, isMore: unread.length === most };
}

function findings(reading: Reading) {
  if (!reading.ok) return { trouble: reading.reason, notice_id: null, sale_key: null };
  const { noticeId, saleKey } = reading.notice;
  return { trouble: null, notice_id: noticeId, sale_key: saleKey };
}

/**
 * Has notices that an earlier version of their adapter read, or did not understand, read again: it may have
 * misread them. Those whose person was forgotten keep what was read of them.
 */
export async function rereadOutdated(
  database: Kysely<Tables>,
  adapters: NoticeAdapters,
): Promise<void> {
  for (const { name, version } of Object.values(adapters)) {
    await database
      .updateTable('notices')
      .set({ read_by: null, trouble: null })
      .where('platform', '=', name)
      .where('read_by', '<', version)
      .where('headers', '!=', FORGOTTEN_HEADERS)
      .execute();
  }
}

interface NoticesWanted {
  /** Number of the last one of the page before; null: from the newest on. */
  readonly last: number | null;
  readonly limit: number;
  /** Only those that nobody understood. */
  readonly isUnread: boolean;
}

/** A page of notices, the newest first, without what they say of anybody. */
export async function listNotices(
  database: Database,
  { last, limit, isUnread }: NoticesWanted,
): Promise<Page<SaleNotice>> {
  const rows = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'trouble'])
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .$if(isUnread, (query) => query.where('trouble', '<>', FORGOTTEN))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({ ...row, kind: null }));
  const next = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: next ? String(next.id) : null };
}

/** Most notices of a sale that are shown. */
const MAX_NOTICES = 100;

/** What the platform told of a sale, the oldest first. */
export async function readSaleNotices(
  database: Database,
  { platform, sale_key }: SaleId,
  adapters: NoticeAdapters,
): Promise<SaleNotice[]> {
  const rows = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'trouble', 'headers', 'body'])
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .orderBy('id')
    .limit(MAX_NOTICES)
    .execute();
  return rows.map((row) => {
    const read = readStored(adapters, row);
    const { id, received_at, trouble } = row;
    return { id, received_at, platform, trouble, kind: read.ok ? read.notice.kind : null };
  });
}

/** Notices that were not understood, the newest first, and how many there are of what waits or is apart. */
export async function readNoticeSummary(database: Database, most: number) {
  const wanted = { last: null, limit: most, isUnread: true };
  const { items: odd } = await listNotices(database, wanted);
  const countAll = database.fn.countAll<number>().as('n');
  const notices = database.selectFrom('notices').select(countAll);
  const tests = database.selectFrom('sales').select(countAll).where('is_test', '=', true);
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).n);
  return {
    odd,
    oddCount: await count(notices.where('trouble', '<>', FORGOTTEN)),
    unread: await count(notices.where('read_by', 'is', null)),
    tests: await count(tests),
  };
}
