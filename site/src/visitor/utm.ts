import {
  parseUtms,
  UTM_FIELDS,
  UTM_STORAGE_KEY,
  type UtmRecord,
  type Utms,
} from '@funil/contract/utm';
import { localRecords, type RecordStorage } from './storage.ts';

function isUtmRecord(value: unknown): value is UtmRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  const fields = [...UTM_FIELDS, 'origem_timestamp'];
  return (
    fields.every((field) => typeof record[field] === 'string') &&
    !Number.isNaN(Date.parse(String(record.origem_timestamp)))
  );
}

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
  if (isUtmRecord(stored)) return stored;
  const record = parseUtms(query, now);
  storage.write(UTM_STORAGE_KEY, record);
  return record;
}

/** The five UTM columns alone. */
export function utmColumns(record: UtmRecord): Utms {
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = record;
  return { utm_source, utm_medium, utm_campaign, utm_content, utm_term };
}
