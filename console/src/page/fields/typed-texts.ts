import { withoutFormatCharacters } from '@funil/contract/characters';

/**
 * Returns the text in one line. Also replaces the line ends that PowerPoint and Word copy, and removes the control
 * characters and halves of emoji that PDFs copy.
 */
export const toParagraph = (typed: string): string =>
  typed.replace(/\s*[\n\v\f\u0085\u2028\u2029]\s*/g, ' ').replace(/[^\P{Cc}\t]|\p{Cs}/gu, '');

/** Returns the address with the `https://` that sellers leave out, and without a slash after the host. */
export const completeAddress = (typed: string): string =>
  typed
    .trim()
    .replace(/^(?=[\w-]+(\.[\w-]+)+([/?#]|$))/, 'https://')
    .replace(/^(https:\/\/[^/]+)\/$/, '$1');

/** Returns a color as `#` and six digits. Design tools copy it without `#`, with three digits or an opaque alpha. */
export function completeColor(typed: string): string {
  const text = withoutFormatCharacters(typed).trim();
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6})(?:ff)?)$/i.exec(text) ?? [];
  const digits = short?.replace(/./g, '$&$&') ?? long;
  return digits ? `#${digits}` : text;
}

/** A character that HTML or JavaScript contains, but no id. */
const CODE_CHARACTER = /[<=()]/;

/** A text that is no script, such as Meta's pixel code, or has no such id or several, is returned unchanged. */
export function reduceCodeToId(pattern: string, typed: string): string {
  if (!CODE_CHARACTER.test(typed)) return typed;
  const unanchoredPattern = pattern.replace(/^\^|\$$/g, '');
  const ids = typed.match(new RegExp(`(?<![\\w-])(?:${unanchoredPattern})(?![\\w/-])`, 'g')) ?? [];
  const [id, ...others] = new Set(ids);
  // A link with parameters and spaces would match up to its first space.
  return id === undefined || others.length > 0 || CODE_CHARACTER.test(id) ? typed : id;
}

const VIDEO_ID = /^[\w-]{11}$/;
/** Does not match the words of a playlist's and a channel's address, which have as many letters as an id. */
const VIDEO_ID_IN_ADDRESS =
  /(?<![\w-])(?:youtu\.be\/|(?:\w+\.)?youtube(?:-nocookie)?\.com\/+(?:(?:embed|shorts|live|v|video|watch)\/|\S*?[?&;]v=))(?!videoseries|live_stream)([\w-]{11})(?![\w-])/i;
/** The signs of an address within a link that a search or an app has made. */
const ENCODED_SIGN = /%(?:26|2F|3D|3F)/gi;

/** Reads an id, a video's address, or a text with the address, such as the code to embed it; null without a video. */
export function readVideoId(typed: string): string | null {
  const text = typed.trim().replace(ENCODED_SIGN, decodeURIComponent);
  return VIDEO_ID.test(text) ? text : (VIDEO_ID_IN_ADDRESS.exec(text)?.[1] ?? null);
}
