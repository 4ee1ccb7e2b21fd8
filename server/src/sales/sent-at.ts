import { DAY_MS } from '@funil/contract/durations';

/**
 * How long before it was stored a lead may have been sent: by a page that goes on trying, or in a month
 * that is played afterwards (`npm run simulate`). Beyond, the visitor's clock is wrong.
 */
export const MAX_STORAGE_DELAY_MS = 45 * DAY_MS;

/**
 * When the visitor sent a row: the page's keys are UUIDs of version 7, whose first 48 bits are the time. A row
 * stored later by a slow retry is thus no later lead. Without a key, or where storage contradicts its time, it is
 * `storedAt` (ISO time in UTC).
 */
export function sentAt(key: string | null, storedAt: string): string {
  const ref = referenceOf(key ?? '');
  if (ref[12] !== '7') return storedAt;
  const time = Number.parseInt(ref.slice(0, 12), 16);
  const stored = Date.parse(storedAt);
  return time <= stored && stored - time <= MAX_STORAGE_DELAY_MS
    ? new Date(time).toISOString()
    : storedAt;
}

/** A UUID as a reference: 32 hexadecimal digits in lower case. */
export const referenceOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** A reference as the UUID that it is; null for what is none, such as of a lead without a key. */
export function uuidOf(ref: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(ref);
  return parts?.slice(1).join('-') ?? null;
}
