import { timeUuid } from '../visitor/uuid.ts';

/**
 * Returns a function that returns the same UUID as long as the content stays the same. UUIDs begin
 * with the time, so that the last save sorts last.
 */
export function createIdempotencyKeys(): (content: unknown) => string {
  let last = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (last.text !== text) last = { text, key: timeUuid(Date.now()) };
    return last.key;
  };
}
