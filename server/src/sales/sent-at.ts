import { DAY_MS } from '@funil/contract/durations';
import { referenceOf } from '../store/queries/uuid.ts';

/**
 * The longest delay between sending and storing a lead: a page keeps retrying, and `npm run
 * simulate` sends a past month. After a longer delay, the visitor's clock is wrong.
 */
export const MAX_STORAGE_DELAY_MS = 45 * DAY_MS;

/**
 * Returns the time (ISO in UTC) in the key, a UUID of version 7 that the visitor's browser made.
 * Returns `storedAt` for other keys, or if the two times contradict each other.
 */
export function readSentAt(key: string | null, storedAt: string): string {
  const ref = referenceOf(key ?? '');
  if (ref[12] !== '7') return storedAt;
  const time = Number.parseInt(ref.slice(0, 12), 16);
  const storedMs = Date.parse(storedAt);
  return time <= storedMs && storedMs - time <= MAX_STORAGE_DELAY_MS
    ? new Date(time).toISOString()
    : storedAt;
}
