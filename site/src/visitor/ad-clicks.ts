import type { RecordStorage } from './storage.ts';

/** The ad clicks that led here: kept, for a visitor may come back another day without their ids. */
export const AD_CLICKS_STORAGE_KEY = 'cliques_anuncio';

export interface FacebookClick {
  fbclid: string;
  /** When it led here, in ms since the epoch. */
  time: number;
}

const GOOGLE_IDS = ['gclid', 'gbraid', 'wbraid'] as const;
type GoogleClick = Partial<Record<(typeof GOOGLE_IDS)[number], string>>;

export interface AdClicks {
  facebook?: FacebookClick;
  google?: GoogleClick;
}

/** A parameter as it stands in an address: decoded, an id would be another. */
const readRaw = (query: string, name: string): string | undefined =>
  new RegExp(`[?&]${name}=([^&#]+)`).exec(query)?.[1];

function readFacebook(stored: unknown): FacebookClick | undefined {
  const { fbclid, time }: Partial<FacebookClick> = Object(stored);
  return typeof fbclid === 'string' && typeof time === 'number' ? { fbclid, time } : undefined;
}

/**
 * The newest click of each network: this address's, else one kept from before.
 * @param landed when the address was opened, in ms since the epoch
 */
export function readAdClicks(query: string, landed: number, storage: RecordStorage): AdClicks {
  const stored: Record<string, unknown> = Object(storage.read(AD_CLICKS_STORAGE_KEY));
  const fbclid = readRaw(query, 'fbclid');
  const kept = readFacebook(stored.facebook);
  const isNew = fbclid !== undefined && fbclid !== kept?.fbclid;
  const facebook = isNew ? { fbclid, time: Math.round(landed) } : kept;
  const entries = GOOGLE_IDS.map((name) => [name, readRaw(query, name)] as const);
  const isGoogles = entries.some(([, id]) => id);
  const google: GoogleClick = isGoogles ? Object.fromEntries(entries) : Object(stored.google);
  const clicks = { ...(facebook && { facebook }), google };
  if (isNew || isGoogles) storage.write(AD_CLICKS_STORAGE_KEY, clicks);
  return clicks;
}
