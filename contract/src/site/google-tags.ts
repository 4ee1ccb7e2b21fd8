// This file imports no zod, because the page loads it.

/** The id of a tag of Google Analytics, Google Ads, or both. */
export const GOOGLE_TAG = /^(G|AW|GT)-[A-Z0-9]+$/;
/** A Google Ads conversion as in `send_to`: account and label. */
export const ADS_CONVERSION = /^AW-\d+\/[\w-]+$/;

/** Returns the tag if it is one of Google Analytics. Null for other tags, which have no ids of browser and visit. */
export const measurementIdOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;
