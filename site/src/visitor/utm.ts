import {
  parseUtms,
  sanitizeUtms,
  UTM_FIELDS,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
  utmsOf,
} from '@funil/contract/utm';
import { AT_SIGN_PATTERN } from '@funil/contract/visits/tracked-events';
import { localRecords, type RecordStorage } from './storage.ts';

/** Returns the stored origin of the first visit; without one, stores and returns the origin in that visit's query. */
export function readOrStoreUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = Date.now(),
): UtmRecord {
  const stored: Record<string, unknown> = Object(storage.read(UTM_STORAGE_KEY));
  const isQuery = typeof stored.query === 'string';
  const record =
    sanitizeUtms(stored, now) ??
    parseUtms(
      isQuery ? `${stored.query}` : query,
      Date.parse(`${isQuery && stored.origem_timestamp}`) || now,
    );
  // Stores a replaced timestamp too, so that later reads return the same one.
  if (!stored.utm_source || record.origem_timestamp !== stored.origem_timestamp) {
    storage.write(UTM_STORAGE_KEY, record);
  }
  return record;
}

/** Empties UTMs with an e-mail address, because newsletters put the reader's address into links. */
export function reportedUtms(record: UtmRecord): Utms {
  const utms = utmsOf(record);
  for (const field of UTM_FIELDS) if (AT_SIGN_PATTERN.test(utms[field])) utms[field] = '';
  return utms;
}
