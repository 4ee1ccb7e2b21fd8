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

/** Whether a visit last heard of then goes on now, both in ms since the epoch. NaN is never. */
export const goesOn = (last: number, now: number): boolean => Math.abs(now - last) < INACTIVITY;

function readSession(storage: RecordStorage): Session | undefined {
  const { id, last }: Record<string, unknown> = Object(storage.read(SESSION_STORAGE_KEY));
  const isSession = typeof id === 'string' && typeof last === 'number' && UUID.test(id);
  return isSession ? { id, last } : undefined;
}

/** Whether the visit of the last event goes on. */
export function isVisiting(now: number, storage: RecordStorage): boolean {
  return goesOn(readSession(storage)?.last ?? Number.NaN, now);
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
  const stored = readSession(storage);
  const current = stored && goesOn(stored.last, now) ? stored : undefined;
  const { id, last } = current ?? { id: timeUuid(now), last: now };
  storage.write(SESSION_STORAGE_KEY, { id, last: Math.max(last, now) });
  return { id, isNew: !current };
}
