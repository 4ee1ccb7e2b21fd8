import {
  fitUtms,
  parseUtms,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
} from '@funil/contract/utm';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * Where the visitor came from: as stored at the first visit, else read from this address and stored.
 * @param query the address's query
 */
export function readUtms(
  query = window.location.search,
  storage: RecordStorage = localRecords,
  now = new Date(),
): UtmRecord {
  const stored = storage.read(UTM_STORAGE_KEY);
  const record = fitUtms(stored, now) ?? parseUtms(query, now);
  // Also where its time had to be made up: the next reading must find the same.
  if (record.origem_timestamp !== Object(stored).origem_timestamp) {
    storage.write(UTM_STORAGE_KEY, record);
  }
  return record;
}

/** The five UTM columns alone. */
export function utmColumns({ origem_timestamp: _, ...utms }: UtmRecord): Utms {
  return utms;
}
