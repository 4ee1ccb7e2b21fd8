import { hasMaxLength } from '../characters.ts';
import type { TypedText } from './mask.ts';

export const MAX_INSTAGRAM_LENGTH = 100;
/**
 * Limit in characters for a pasted text, of which the rest is cut. The limit is high, because a profile's address may
 * have a long query.
 */
const MAX_CHARACTERS_READ = 1000;

/**
 * Matches the part of a profile's address before the handle. Addresses of posts and of the app's own pages do not
 * match, because they name no profile.
 */
const PROFILE_ADDRESS =
  /^(https?:\/\/)?(\w+\.)?instagr(am\.com|\.am)\/(?!(p|reels?|tv|direct|share|explore|accounts)\/)(_u\/|stories\/)?(?=[^/?#\s])/i;

/**
 * Matches signs and words before a handle: `@`, `-`, `Instagram: @`, `insta @`. Also matches a text that ends in
 * `insta@`, because a visitor types `insta @` and the mask has removed the space.
 */
const LABEL = /^([-@＠\s]|(ig|insta(gram)?) ?([:：]|(?=@$)| (?=@)))+/i;

/** Returns the handle with exactly one `@`; a profile's address becomes its handle. */
export function formatInstagram(text: string): string {
  const handle = text
    .slice(0, MAX_CHARACTERS_READ)
    .replace(/\p{DI}/gu, '')
    .trimEnd()
    .replace(LABEL, '');
  if (!PROFILE_ADDRESS.test(handle)) return `@${handle}`;
  return formatInstagram(handle.replace(PROFILE_ADDRESS, '').replace(/[/?#].*$/, ''));
}

/**
 * Returns the field after an edit. Text before the `@` moves after it; the caret keeps its
 * distance from the end, because only the start changes.
 */
export function maskInstagram({ text, caret }: TypedText): TypedText {
  const right = text.slice(caret).replace(LABEL, '').trimEnd();
  const masked = formatInstagram(text.slice(0, caret) + right);
  return { text: masked, caret: Math.max(masked.length - right.length, 1) };
}

/** True for a handle, and for an empty text or a lone `@`, because the field is optional. */
export const isInstagram = (text: string): boolean =>
  hasMaxLength(text, MAX_INSTAGRAM_LENGTH) && /^(@[\p{L}\p{N}._]*)?$/u.test(text);
