import { isoTime, sanitizeText, sanitizeTime } from '../sanitize.ts';
import { removeReference } from './reference.ts';

export const UTM_STORAGE_KEY = 'utm_tracking_data';

export const UTM_FIELDS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** Limit in characters; the rest is cut off. */
export const MAX_UTM_LENGTH = 255;

export type Utms = Record<UtmField, string>;

export function utmsOf(row: Utms): Utms {
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = row;
  return { utm_source, utm_medium, utm_campaign, utm_content, utm_term };
}

export const fillUtms = <Value>(value: Value) =>
  Object.fromEntries(UTM_FIELDS.map((field) => [field, value])) as Record<UtmField, Value>;

/** A visitor's origin and first arrival (ISO in UTC), kept across page loads. */
export type UtmRecord = Utms & { origem_timestamp: string };

/** Returns the likely medium of a source, for links without `utm_medium`. */
function deriveMedium(source: string): string {
  if (/^google$/i.test(source)) return 'cpc';
  return /^(?:instagram|stories)$/i.test(source) ? 'social' : 'organico';
}

function makeUtmRecord(read: (field: UtmField) => unknown, origem_timestamp: string): UtmRecord {
  const readText = (field: UtmField) => sanitizeText(read(field), MAX_UTM_LENGTH);
  const utm_source = readText('utm_source') || 'direto';
  return {
    utm_source,
    utm_medium: readText('utm_medium') || deriveMedium(utm_source),
    utm_campaign: readText('utm_campaign'),
    utm_content: readText('utm_content'),
    utm_term: readText('utm_term'),
    origem_timestamp,
  };
}

/**
 * Returns a stored record, cut and cleaned for a row; undefined if it has no source. If its time is invalid, `now`
 * replaces it.
 */
export function sanitizeUtms(stored: unknown, now: number): UtmRecord | undefined {
  const record: Record<string, unknown> = Object(stored);
  if (!sanitizeText(record.utm_source, 1)) return undefined;
  const time = sanitizeTime(record.origem_timestamp) ?? isoTime(now);
  return makeUtmRecord((field) => record[field], time);
}

function readUtms(
  parameters: URLSearchParams,
  now: number,
  cleanValue = (text: string): string => text,
): UtmRecord {
  const read = (field: UtmField) =>
    removeReference(
      cleanValue(
        [...parameters].find(([name, text]) => text && name.trim().toLowerCase() === field)?.[1] ??
          '',
      ),
    );
  return makeUtmRecord(read, isoTime(now));
}

/**
 * Returns the same as {@link parseUtms} if the link is undamaged. The inline script uses this function, because it
 * needs less code.
 */
export const parsePlainUtms = (query: string, now: number): UtmRecord =>
  readUtms(new URLSearchParams(query), now);

/** Matches `:/`, encoded any number of times. */
const LINK_PATTERN = /(:|%(25)*3a)(\/|%(25)*2f)/i;
/** Matches a separator that a person typed in place of “&”, plain or encoded, if a UTM follows. */
const TYPED_SEPARATOR =
  /([;,|\s+＆]|%(25)*(3b|2c|7c|20|0a|0d|ef%bc%86)){1,9}(?=utm_\w+(=|%(25)*3d))/gi;
/** The brackets of `utm_source[]=`. */
const LIST_BRACKETS = /(\[|%5b)\d*(\]|%5d)(?==)/gi;
/** Matches a value that still has an encoded space, sign or letter, because an app encoded the link once more. */
const ENCODED_AGAIN = /^(?=.*%(2[05cf]|7c|[c-f]\w%[89ab]))[!-~]+$/i;

function decodeAgain(text: string): string {
  try {
    return ENCODED_AGAIN.test(text) ? decodeURIComponent(text) : text;
  } catch {
    // The value stays as it is if its percent sign is no encoding, such as in “50%”.
    return text;
  }
}

/**
 * Returns the origin that an address states; its source is `direto` if there is no `utm_source`. Drops a lead's
 * reference, because visitors who return from the checkout have one in the address. Accepts a second `?` instead of
 * `&`, also encoded, and names in capitals, because people and tools write links so.
 * @param query with or without its `?`
 */
export function parseUtms(query: string, now: number): UtmRecord {
  const parameters = new URLSearchParams(
    // Parameters that contain another link are read last, because the first value of a name counts.
    `?${query
      .replace(/^\?/, '')
      .split('&')
      .sort((a, b) => Number(LINK_PATTERN.test(a)) - Number(LINK_PATTERN.test(b)))
      .join('&')}`
      .replace(TYPED_SEPARATOR, '&')
      .replace(LIST_BRACKETS, '')
      .replace(
        /[?&](amp(;|%3b))+|(\\|%5c)u0026|%(25)*(3f|26)(?=utm_|\w*clk?id\W)|\?(?=\w+=)/gi,
        '&',
      )
      .replace(/%(25)*3d/gi, '='),
  );
  return readUtms(parameters, now, decodeAgain);
}

/**
 * Returns what {@link parseUtms} reads in the query if {@link parsePlainUtms} made the record from this query; else
 * the record.
 */
export function rereadUtms(record: UtmRecord, query: string): UtmRecord {
  const arrivedAt = Date.parse(record.origem_timestamp);
  const plain = JSON.stringify(parsePlainUtms(query, arrivedAt));
  const full = parseUtms(query, arrivedAt);
  return plain === JSON.stringify(record) && plain !== JSON.stringify(full) ? full : record;
}
