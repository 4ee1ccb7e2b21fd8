import { hasAtMost } from '../characters.ts';
import type { TypedText } from './mask.ts';

export const MAX_INSTAGRAM_LENGTH = 100;
/** A pasted profile's address may have a long query. */
const MAX_CHARACTERS_READ = 1000;

const PROFILE_ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/@?(?=[^/?#\s])/i;

/** Returns the handle with exactly one `@`; a profile's address becomes its handle. */
export function formatInstagram(text: string): string {
  const handle = text.slice(0, MAX_CHARACTERS_READ).trim().replace(/^@+/, '');
  if (!PROFILE_ADDRESS.test(handle)) return `@${handle}`;
  return formatInstagram(handle.replace(PROFILE_ADDRESS, '').replace(/[/?#].*$/, ''));
}

/**
 * Text that was typed before the `@` moves behind it. Only the start changes, so the caret keeps its distance from the
 * end.
 */
export function maskInstagram({ text, caret }: TypedText): TypedText {
  const right = text.slice(caret).replace(/^@+/, '').trimEnd();
  const masked = formatInstagram(text.slice(0, caret) + right);
  return { text: masked, caret: Math.max(masked.length - right.length, 1) };
}

/** Empty and a lone `@` are valid, because the field is optional. */
export function isInstagram(text: string): boolean {
  return hasAtMost(text, MAX_INSTAGRAM_LENGTH) && /^(@[\p{L}\p{N}._]*)?$/u.test(text);
}
