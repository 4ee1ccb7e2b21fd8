import { timeUuid } from '../visitor/uuid.ts';

/**
 * Returns a function that returns the same UUID as long as the content stays the same. UUIDs begin
 * with the time, so that the last save sorts last.
 */
export function createIdempotencyKeys(): (content: unknown) => string {
  let latest = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (latest.text !== text) latest = { text, key: timeUuid(Date.now()) };
    return latest.key;
  };
}
