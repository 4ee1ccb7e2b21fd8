import {
  parseUtms,
  sanitizeUtms,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
} from '@funil/contract/utm';
import { localRecords, type RecordStorage } from './storage.ts';

/** Returns the stored origin of the first visit; without one, stores and returns the origin in the query. */
export function readUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = new Date(),
): UtmRecord {
  const stored = storage.read(UTM_STORAGE_KEY);
  const record = sanitizeUtms(stored, now) ?? parseUtms(query, now);
  // Stores a replaced timestamp too, so that later reads return the same one.
  if (record.origem_timestamp !== Object(stored).origem_timestamp) {
    storage.write(UTM_STORAGE_KEY, record);
  }
  return record;
}

export const withoutArrivalTime = ({ origem_timestamp: _, ...utms }: UtmRecord): Utms => utms;
