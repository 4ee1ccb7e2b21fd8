import { timeUuid } from '../visitor/uuid.ts';

/** Returns the same UUID for the same content. UUIDs begin with the time, so that the last save sorts last. */
export function createIdempotencyKeys(): (content: unknown) => string {
  let latest = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (latest.text !== text) latest = { text, key: timeUuid(Date.now()) };
    return latest.key;
  };
}
