import { localRecords, type RecordStorage } from './storage.ts';
import { timeUuid } from './uuid.ts';

const SESSION_STORAGE_KEY = 'session_tracking_data';
export const INACTIVITY_TIMEOUT_MS = 30 * 60 * 1000;

const VISIT_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True if two times, in ms since the epoch, are less than 30 minutes apart, as in one visit; false for NaN. */
export const isWithinVisit = (oneMs: number, otherMs: number): boolean =>
  Math.abs(otherMs - oneMs) < INACTIVITY_TIMEOUT_MS;

/** Returns the time of the visitor's last event in ms since the epoch; NaN without an event. */
export function readLastEventTime(storage: RecordStorage): number {
  const { last } = Object(storage.read(SESSION_STORAGE_KEY));
  return typeof last === 'number' ? last : Number.NaN;
}

/** Returns the visit of an event, and prolongs it. All tabs share a visit. A return from the checkout continues it. */
export function touchSession(
  now: number,
  storage: RecordStorage = localRecords,
): { id: string; isNew: boolean } {
  const { id: storedId } = Object(storage.read(SESSION_STORAGE_KEY));
  const lastEventMs = readLastEventTime(storage);
  const isNew = !(
    typeof storedId === 'string' &&
    VISIT_UUID.test(storedId) &&
    isWithinVisit(lastEventMs, now)
  );
  const id = isNew ? timeUuid(now) : storedId;
  storage.write(SESSION_STORAGE_KEY, { id, last: isNew ? now : Math.max(lastEventMs, now) });
  return { id, isNew };
}
