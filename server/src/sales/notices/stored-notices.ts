import type { Selectable } from 'kysely';
import type { Queryable, Tables } from '../../store/database.ts';
import {
  type NoticeAdapters,
  type NoticeReading,
  type ReceivedNotice,
  UNSTATED_FIELDS,
} from './notice.ts';

type StoredNotice = Pick<
  Selectable<Tables['notices']>,
  'id' | 'platform' | 'sale_key' | 'headers' | 'body' | 'received_at' | 'source'
>;

export interface NoticeWithReading extends StoredNotice {
  readonly reading: NoticeReading;
}

export const selectStoredNotices = (database: Queryable) =>
  database
    .selectFrom('notices')
    .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at', 'source']);

/** The header or read error of a notice whose buyer was erased; its body is an anonymous reading, or empty. */
export const ERASED_MARK = 'erased';
export const ERASED_HEADERS = JSON.stringify({ [ERASED_MARK]: 'true' });

export const toReadableReports = (notices: readonly NoticeWithReading[]) =>
  notices.flatMap((read) => (read.reading.ok ? [{ ...read, notice: read.reading.notice }] : []));

/** Notices of erased buyers, and reports of APIs and files, are stored as readings in JSON. */
function parseStoredReading(body: Uint8Array): NoticeReading {
  const reading = JSON.parse(Buffer.from(body).toString()) as NoticeReading;
  return reading.ok ? { ok: true, notice: { ...UNSTATED_FIELDS, ...reading.notice } } : reading;
}

export type NoticeReadings = ReadonlyMap<number, NoticeReading>;

/** Reads the notices that are not in `readings`. */
export const readStoredNotices = <Stored extends StoredNotice>(
  adapters: NoticeAdapters,
  notices: readonly Stored[],
  readings?: NoticeReadings,
): (Stored & NoticeWithReading)[] =>
  notices.map((stored) => ({
    ...stored,
    reading: readings?.get(stored.id) ?? readStoredNotice(adapters, stored),
  }));

/** Never throws, so that no adapter blocks others. */
export function readStoredNotice(
  adapters: NoticeAdapters,
  stored: Omit<StoredNotice, 'id' | 'sale_key'>,
): NoticeReading {
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
