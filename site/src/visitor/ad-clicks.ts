import { CLICK_ID_PATTERN, MAX_FACEBOOK_CLICK_AGE_MS } from '@funil/contract/visits/tracked-events';
import { AD_CLICKS_STORAGE_KEY } from './arrival.ts';
import type { RecordStorage } from './storage.ts';

export interface FacebookClick {
  fbclid: string;
  /** First arrival with this click, in ms since the epoch. */
  time: number;
}

const GOOGLE_CLICK_IDS = ['gclid', 'gbraid', 'wbraid'] as const;
type GoogleClick = Partial<Record<(typeof GOOGLE_CLICK_IDS)[number], string>>;

export interface AdClicks {
  facebook?: FacebookClick;
  google?: GoogleClick;
}

/** Decoding would change the id. Some apps replace it by an address that contains it, encoded or not. */
function readClickId(query: string, name: string): string | undefined {
  const enclosingAddress = `(?:[^&#]*${name}(?:=|%(?:25)*3D))?`;
  const idEnd = '(?=$|[?&#]|%(?:25)*(?:2[36]|3F))';
  const id = new RegExp(`[?&](?:amp;)*${name}=${enclosingAddress}([\\w.-]+)${idEnd}`).exec(
    query,
  )?.[1];
  return id && CLICK_ID_PATTERN.test(id) ? id : undefined;
}

function checkFacebookClick(storedClick: unknown, now: number): FacebookClick | undefined {
  const { fbclid, time }: Partial<FacebookClick> = Object(storedClick);
  const isValid =
    typeof fbclid === 'string' && CLICK_ID_PATTERN.test(fbclid) && typeof time === 'number';
  return isValid && now - time < MAX_FACEBOOK_CLICK_AGE_MS ? { fbclid, time } : undefined;
}

/** Returns and stores the newest click of each network. `landedAt` is in ms since the epoch. */
export function readAdClicks(query: string, landedAt: number, storage: RecordStorage): AdClicks {
  const storedClicks: Record<string, unknown> = Object(storage.read(AD_CLICKS_STORAGE_KEY));
  const fbclid = readClickId(query, 'fbclid');
  const hasNewFacebookClick =
    fbclid !== undefined && fbclid !== Object(storedClicks.facebook).fbclid;
  const facebook = hasNewFacebookClick
    ? { fbclid, time: Math.round(landedAt) }
    : checkFacebookClick(storedClicks.facebook, landedAt);
  const googleIds = GOOGLE_CLICK_IDS.map((name) => [name, readClickId(query, name)] as const);
  const hasGoogleClick = googleIds.some(([, id]) => id);
  const google: GoogleClick = hasGoogleClick
    ? Object.fromEntries(googleIds)
    : Object(storedClicks.google);
  const clicks = { ...(facebook && { facebook }), google };
  if (hasNewFacebookClick || hasGoogleClick) {
    storage.write(AD_CLICKS_STORAGE_KEY, { facebook: facebook ?? storedClicks.facebook, google });
  }
  return clicks;
}
