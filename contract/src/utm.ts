import { fitText, fitTime, isoTime } from './fit.ts';
import { withoutReference } from './reference.ts';

export const UTM_STORAGE_KEY = 'utm_tracking_data';

export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** Longest value kept of a UTM parameter, in characters; what is beyond is cut off. */
export const UTM_LENGTH = 255;

export type Utms = Record<UtmField, string>;
/** Where a visitor came from, and when (ISO); made at the first page load and kept from then on. */
export type UtmRecord = Utms & { origem_timestamp: string };

const MEDIUM_BY_SOURCE = new Map([
  ['instagram', 'social'],
  ['stories', 'social'],
  ['google', 'cpc'],
]);

/** The medium of a source that came without one; a bio's is `organico`, as all others' are. */
export function deriveMedium(source: string): string {
  return MEDIUM_BY_SOURCE.get(source.toLowerCase()) ?? 'organico';
}

/** Every value cut and cleaned until a row can carry it. */
function makeRecord(read: (field: UtmField) => unknown, origem_timestamp: string): UtmRecord {
  const text = (field: UtmField) => fitText(read(field), UTM_LENGTH);
  const utm_source = text('utm_source') || 'direto';
  return {
    utm_source,
    utm_medium: text('utm_medium') || deriveMedium(utm_source),
    utm_campaign: text('utm_campaign'),
    utm_content: text('utm_content'),
    utm_term: text('utm_term'),
    origem_timestamp,
  };
}

/**
 * A stored record as a row can carry it, whoever wrote it; `undefined` where it names no source.
 * @param now stands in for a time that cannot be read
 */
export function fitUtms(stored: unknown, now: Date): UtmRecord | undefined {
  const record: Record<string, unknown> = Object(stored);
  if (!fitText(record.utm_source, 1)) return undefined;
  const time = fitTime(record.origem_timestamp) ?? isoTime(now.getTime());
  return makeRecord((field) => record[field], time);
}

/**
 * Reads the UTM record from an address. A checkout's way back may bring our reference along: no part of an origin.
 * @param query the address's query, with or without its `?`
 * @param now the moment of arrival
 */
export function parseUtms(query: string, now: Date): UtmRecord {
  const parameters = new URLSearchParams(query);
  const read = (field: UtmField) => withoutReference(parameters.get(field) ?? '');
  return makeRecord(read, isoTime(now.getTime()));
}
