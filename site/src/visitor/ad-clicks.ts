import type { RecordStorage } from './storage.ts';

/** Stored, since a visitor may return later without the ids in the address. */
export const AD_CLICKS_STORAGE_KEY = 'cliques_anuncio';

export interface FacebookClick {
  fbclid: string;
  /** First arrival with this click, in ms since the epoch. */
  time: number;
}

const GOOGLE_IDS = ['gclid', 'gbraid', 'wbraid'] as const;
type GoogleClick = Partial<Record<(typeof GOOGLE_IDS)[number], string>>;

export interface AdClicks {
  facebook?: FacebookClick;
  google?: GoogleClick;
}

/** Returns a parameter without decoding, which would change an id. */
const readRaw = (query: string, name: string): string | undefined =>
  new RegExp(`[?&]${name}=([^&#]+)`).exec(query)?.[1];

function readFacebook(stored: unknown): FacebookClick | undefined {
  const { fbclid, time }: Partial<FacebookClick> = Object(stored);
  return typeof fbclid === 'string' && typeof time === 'number' ? { fbclid, time } : undefined;
}

/**
 * Returns the newest click of each network, from this address or from storage.
 * @param landedAt when the address was opened, in ms since the epoch
 */
export function readAdClicks(query: string, landedAt: number, storage: RecordStorage): AdClicks {
  const stored: Record<string, unknown> = Object(storage.read(AD_CLICKS_STORAGE_KEY));
  const fbclid = readRaw(query, 'fbclid');
  const storedClick = readFacebook(stored.facebook);
  const isNew = fbclid !== undefined && fbclid !== storedClick?.fbclid;
  const facebook = isNew ? { fbclid, time: Math.round(landedAt) } : storedClick;
  const entries = GOOGLE_IDS.map((name) => [name, readRaw(query, name)] as const);
  const hasGoogleClick = entries.some(([, id]) => id);
  const google: GoogleClick = hasGoogleClick ? Object.fromEntries(entries) : Object(stored.google);
  const clicks = { ...(facebook && { facebook }), google };
  if (isNew || hasGoogleClick) storage.write(AD_CLICKS_STORAGE_KEY, clicks);
  return clicks;
}
