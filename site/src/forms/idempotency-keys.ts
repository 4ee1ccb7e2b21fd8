import { timeUuid } from '../visitor/uuid.ts';

/**
 * Names what is sent: the same UUID while the same words are sent, another once they change. It begins
 * with the time, so that of several saves the last one sorts last.
 */
export function createIdempotencyKeys(): (words: unknown) => string {
  let attempt = { words: '', key: '' };
  return (words) => {
    const text = JSON.stringify(words);
    if (attempt.words !== text) attempt = { words: text, key: timeUuid(Date.now()) };
    return attempt.key;
  };
}
