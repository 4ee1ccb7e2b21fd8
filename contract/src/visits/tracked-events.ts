// This file imports no zod, because the page loads it.

import { DAY_MS } from '../durations.ts';

/** Limit of an event's payload as JSON, in UTF-16 units. */
export const MAX_PAYLOAD_LENGTH = 6000;
/** Limit of a text in a payload, in characters. Ad networks' click ids have up to about 250. */
export const MAX_PAYLOAD_TEXT_LENGTH = 500;
/** Limit of a number in a known payload. The limit is a day in ms, which is also more than any price. */
export const MAX_PAYLOAD_NUMBER = 86_400_000;

/** Matches the at sign of an e-mail address in a text or query, even if it was encoded several times. */
export const AT_SIGN_PATTERN = /@|%(?:25)*40/;

/** As long as Meta's own cookie lasts, because Meta warns about older clicks. */
export const MAX_FACEBOOK_CLICK_AGE_MS = 90 * DAY_MS;

/** Names of the parameters that ad networks add to the address of a click. */
export const CLICK_ID_NAMES = ['fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid'] as const;
/** Matches a click id, and no unfilled template such as `{{fbclid}}`. */
export const CLICK_ID_PATTERN = /^(?!(?:undefined|null)$)[\w-]+(?:\.[\w-]+)*$/;
export type ClickIdName = (typeof CLICK_ID_NAMES)[number];
