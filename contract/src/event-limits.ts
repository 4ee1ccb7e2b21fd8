/** Largest payload of one event, as JSON, in UTF-16 units. */
export const PAYLOAD_LENGTH = 6000;
/** Longest text in a payload, in characters: an ad network's click id is up to about 250. */
export const PAYLOAD_TEXT = 500;
/** Largest number of a known payload: a day in ms, and more than any price. */
export const LARGEST_AMOUNT = 86_400_000;
