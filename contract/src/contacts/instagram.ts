import { hasAtMost } from '../characters.ts';
import type { TypedText } from './mask.ts';

export const INSTAGRAM_MAX = 100;
/** Limit for typed or pasted text, because a profile's address may have a long query. */
const MAX_CHARACTERS_READ = 1000;

const PROFILE_ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/@?(?=[^/?#\s])/i;

/** Returns a typed handle with exactly one `@` before it; a profile's address becomes its handle. */
export function formatInstagram(text: string): string {
  const handle = text.slice(0, MAX_CHARACTERS_READ).trim().replace(/^@+/, '');
  if (!PROFILE_ADDRESS.test(handle)) return `@${handle}`;
  return formatInstagram(handle.replace(PROFILE_ADDRESS, '').replace(/[/?#].*$/, ''));
}

/**
 * Returns the field after an edit. Text that was typed before the mask's `@` moves behind it. The mask changes only the
 * start, so the caret keeps its distance from the end.
 */
export function maskInstagram({ text, caret }: TypedText): TypedText {
  const right = text.slice(caret).replace(/^@+/, '').trimEnd();
  const masked = formatInstagram(text.slice(0, caret) + right);
  return { text: masked, caret: Math.max(masked.length - right.length, 1) };
}

/** Whether a text is a handle; empty or a lone `@` is valid, because the field is optional. */
export function isInstagram(text: string): boolean {
  return hasAtMost(text, INSTAGRAM_MAX) && /^(@[\p{L}\p{N}._]*)?$/u.test(text);
}
