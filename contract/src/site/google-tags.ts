/** No zod here: the page imports this file. */

/** Analytics, Ads, or both. */
export const GOOGLE_TAG = /^(G|AW|GT)-[A-Z0-9]+$/;
/** Account and label, as in `send_to`. */
export const ADS_CONVERSION = /^AW-\d+\/[\w-]+$/;

/** Null for other tags, which know no ids of browser and visit. */
export const measurementIdOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;
