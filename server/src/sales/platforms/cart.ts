import { createHash } from 'node:crypto';

/**
 * A name for a left cart that has no number of its own, made of its address and its buyer, whom the name
 * hides. Null if the notice has neither.
 */
export function cartName(...parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  return `cart:${createHash('sha256').update(known.join('\n')).digest('hex').slice(0, 32)}`;
}
