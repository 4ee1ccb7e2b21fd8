import { localRecords, type RecordStorage } from './storage.ts';
import { timeUuid } from './uuid.ts';

const SESSION_STORAGE_KEY = 'session_tracking_data';
/** A visit ends after this long without an event, in ms. */
const INACTIVITY = 30 * 60 * 1000;

interface Session {
  id: string;
  /** The last event, in ms since the epoch. */
  last: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isCurrent(value: unknown, now: number): value is Session {
  const { id, last } = (value ?? {}) as Record<string, unknown>;
  // The difference from what is no number is NaN, and no less than anything.
  return UUID.test(String(id)) && Math.abs(now - Number(last)) < INACTIVITY;
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
  const stored = storage.read(SESSION_STORAGE_KEY);
  const isNew = !isCurrent(stored, now);
  const session = isNew ? { id: timeUuid(now), last: now } : stored;
  storage.write(SESSION_STORAGE_KEY, { id: session.id, last: Math.max(session.last, now) });
  return { id: session.id, isNew };
}
