/** No zod here: the page imports this file. */

/** The length of the JSON in UTF-16 units. */
export const MAX_PAYLOAD_LENGTH = 6000;
/** In characters. Ad networks' click ids have up to about 250. */
export const MAX_PAYLOAD_TEXT = 500;
/** A day in ms, and more than any price. */
export const MAX_EVENT_NUMBER = 86_400_000;

export const CLICK_IDS = ['fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid'] as const;
/** Unfilled templates such as `{{fbclid}}` have another form. */
export const CLICK_ID = /^(?!(?:undefined|null)$)[\w-]+(?:\.[\w-]+)*$/;
export type ClickId = (typeof CLICK_IDS)[number];
