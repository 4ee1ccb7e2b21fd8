import {
  parsePlainUtms,
  rereadUtms,
  sanitizeUtms,
  UTM_FIELDS,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
  utmsOf,
} from '@funil/contract/capture/utm';
import { AT_SIGN_PATTERN } from '@funil/contract/visits/tracked-events';
import { localRecords, type RecordStorage } from './storage.ts';

/** Returns the origin of the first visit. Part of the inline script, which reads only plain links. */
export function readOrStorePlainUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = Date.now(),
): UtmRecord {
  const storedUtms = storage.read(UTM_STORAGE_KEY);
  const record = sanitizeUtms(storedUtms, now) ?? parsePlainUtms(query, now);
  // Stores a new record, and one whose invalid timestamp was replaced, so that later reads return the same timestamp.
  if (record.origem_timestamp !== Object(storedUtms).origem_timestamp) {
    storage.write(UTM_STORAGE_KEY, record);
  }
  return record;
}

/** Reads the link again if this page load stored the origin, because the inline script understands only plain links. */
export function readOrStoreUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = Date.now(),
): UtmRecord {
  const plainRecord = readOrStorePlainUtms(query, storage, now);
  if (Date.parse(plainRecord.origem_timestamp) < performance.timeOrigin) return plainRecord;
  const record = rereadUtms(plainRecord, query);
  if (record !== plainRecord) storage.write(UTM_STORAGE_KEY, record);
  return record;
}

/** Empties UTMs with an e-mail address, because newsletters put the reader's address into links. */
export function reportedUtms(record: UtmRecord): Utms {
  const utms = utmsOf(record);
  for (const field of UTM_FIELDS) if (AT_SIGN_PATTERN.test(utms[field])) utms[field] = '';
  return utms;
}
