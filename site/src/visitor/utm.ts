import {
  parseUtms,
  sanitizeUtms,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
} from '@funil/contract/utm';
import { localRecords, type RecordStorage } from './storage.ts';

/** Keeps the first visit's origin. */
export function readUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = new Date(),
): UtmRecord {
  const stored = storage.read(UTM_STORAGE_KEY);
  const record = sanitizeUtms(stored, now) ?? parseUtms(query, now);
  // Later reads return the same replaced timestamp.
  if (record.origem_timestamp !== Object(stored).origem_timestamp) {
    storage.write(UTM_STORAGE_KEY, record);
  }
  return record;
}

export function withoutArrivalTime({ origem_timestamp: _, ...utms }: UtmRecord): Utms {
  return utms;
}
