import { isWithin } from './characters.ts';
import type { Typed } from './mask.ts';

export const INSTAGRAM_MAX = 100;
/** Most characters read of what is typed or pasted: a profile's address may carry a long query. */
const READ = 1000;

const PROFILE_ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/@?(?=[^/?#\s])/i;

/** Prefixes `@` to what is typed, whatever number of them was there; a profile's address becomes its handle. */
export function formatInstagram(text: string): string {
  const handle = text.slice(0, READ).trim().replace(/^@+/, '');
  if (!PROFILE_ADDRESS.test(handle)) return `@${handle}`;
  return formatInstagram(handle.replace(PROFILE_ADDRESS, '').replace(/[/?#].*$/, ''));
}

/**
 * The field after an edit. What is typed before the mask's own `@` comes behind it. The mask only
 * ever changes the start, so the caret keeps its distance from the end.
 */
export function maskInstagram({ text, caret }: Typed): Typed {
  const right = text.slice(caret).replace(/^@+/, '').trimEnd();
  const masked = formatInstagram(text.slice(0, caret) + right);
  return { text: masked, caret: Math.max(masked.length - right.length, 1) };
}

/** Empty or a lone `@` is fine: the field is optional. */
export function isInstagram(text: string): boolean {
  return isWithin(text, INSTAGRAM_MAX) && /^(@[\p{L}\p{N}._]*)?$/u.test(text);
}
