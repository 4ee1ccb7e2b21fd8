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

const MEDIUM_BY_SOURCE: Record<string, string> = {
  instagram: 'social',
  stories: 'social',
  google: 'cpc',
  bio: 'organico',
};

/** The medium of a source that came without one. */
export function deriveMedium(source: string): string {
  return MEDIUM_BY_SOURCE[source.toLowerCase()] ?? 'organico';
}

/**
 * Reads the UTM record from an address.
 * @param query the address's query, with or without its `?`
 * @param now the moment of arrival
 */
export function parseUtms(query: string, now: Date): UtmRecord {
  const parameters = new URLSearchParams(query);
  const read = (field: UtmField) => (parameters.get(field) ?? '').trim().slice(0, UTM_LENGTH);
  const source = read('utm_source') || 'direto';
  return {
    utm_source: source,
    utm_medium: read('utm_medium') || deriveMedium(source),
    utm_campaign: read('utm_campaign'),
    utm_content: read('utm_content'),
    utm_term: read('utm_term'),
    origem_timestamp: now.toISOString(),
  };
}
