/** Most bytes kept of an answer. */
const MOST = 1_024;

/** An answer's beginning as both databases store it: whole characters, and none that PostgreSQL has not. */
export function cutAnswer(text: string): string {
  const bytes = Buffer.from(text.slice(0, MOST).replaceAll('\0', '').toWellFormed());
  if (bytes.length <= MOST) return bytes.toString();
  // What was cut within a character is no character.
  return bytes
    .subarray(0, MOST)
    .toString()
    .replace(/\ufffd+$/, '');
}
