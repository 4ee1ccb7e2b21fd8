import type { Queryable } from '../../store/database.ts';
import {
  findErasedReports,
  findUnreadableNoticesOfErased,
  recordErasedPurchases,
} from '../erased-sales.ts';
import { NO_TRACKING, type Notice, type NoticeReading } from './notice.ts';
import {
  ERASED_HEADERS,
  ERASED_MARK,
  type NoticeWithReading,
  toReadableReports,
} from './stored-notices.ts';

const ANONYMOUS_FIELDS: Pick<Notice, 'buyer' | 'tracking' | 'subscription' | 'paymentCode'> = {
  buyer: { name: null, email: null, phones: [] },
  tracking: NO_TRACKING,
  subscription: null,
  paymentCode: null,
};

export const anonymizeNotice = (notice: Notice): Notice => ({ ...notice, ...ANONYMOUS_FIELDS });

export function toAnonymousColumns(reading: NoticeReading) {
  const erasedColumns = { headers: ERASED_HEADERS, notice_id: null };
  if (!reading.ok) {
    return { ...erasedColumns, body: Buffer.alloc(0), read_error: ERASED_MARK, read_by: 0 };
  }
  const anonymous: NoticeReading = { ok: true, notice: anonymizeNotice(reading.notice) };
  return { ...erasedColumns, body: Buffer.from(JSON.stringify(anonymous)) };
}

export async function storeWithoutPerson(
  database: Queryable,
  notices: readonly NoticeWithReading[],
) {
  for (const { id, reading } of notices) {
    await database
      .updateTable('notices')
      .set(toAnonymousColumns(reading))
      .where('id', '=', id)
      .execute();
  }
}

/** Removes erased buyers from notices. Empties their unreadable notices, and leaves them out of the result. */
export async function removeErasedBuyers(
  database: Queryable,
  notices: readonly NoticeWithReading[],
): Promise<NoticeWithReading[]> {
  const reports = [...(await findErasedReports(database, toReadableReports(notices)))];
  await recordErasedPurchases(database, reports);
  const unreadable = notices.filter(({ reading }) => !reading.ok);
  const emptied = await findUnreadableNoticesOfErased(database, unreadable);
  await storeWithoutPerson(database, [...reports, ...emptied]);
  const anonymousById = new Map(reports.map(({ id, notice }) => [id, anonymizeNotice(notice)]));
  return notices
    .filter((read) => !emptied.has(read))
    .map((read) => {
      const notice = anonymousById.get(read.id);
      return notice ? { ...read, reading: { ok: true, notice } } : read;
    });
}
