import { localRecords, type RecordStorage } from './storage.ts';
import { timeUuid } from './uuid.ts';

const SESSION_STORAGE_KEY = 'session_tracking_data';
/** A visit ends after this long without an event, in ms. */
const INACTIVITY = 30 * 60 * 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a visit last heard of then goes on now, both in ms since the epoch. NaN is never. */
export const isSameVisit = (last: number, now: number): boolean =>
  Math.abs(now - last) < INACTIVITY;

/** When the last event of any visit was, in ms since the epoch; NaN where that is not known. */
export function readLastEventTime(storage: RecordStorage): number {
  const { last } = Object(storage.read(SESSION_STORAGE_KEY));
  return typeof last === 'number' ? last : Number.NaN;
}

/**
 * The visit an event belongs to, which that event keeps alive. Tabs share it, and so does the way
 * back from the checkout.
 * @param now when the event happened, in ms since the epoch
 */
export function touchSession(
  now: number,
  storage: RecordStorage = localRecords,
): { id: string; isNew: boolean } {
  const { id: stored } = Object(storage.read(SESSION_STORAGE_KEY));
  const last = readLastEventTime(storage);
  const isNew = !(typeof stored === 'string' && UUID.test(stored) && isSameVisit(last, now));
  const id = isNew ? timeUuid(now) : stored;
  storage.write(SESSION_STORAGE_KEY, { id, last: isNew ? now : Math.max(last, now) });
  return { id, isNew };
}
