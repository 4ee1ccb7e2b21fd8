/** No zod here: the page imports this file. */

/** Platforms cut longer values, and the reference is at their end. */
const MAX_VALUE_LENGTH = 255;

/** The key is 32 hexadecimal digits after the last `|`. */
export function appendReference(value: string, key: string): string {
  const reference = key.replaceAll('-', '').toLowerCase();
  const cut = [...value].slice(0, MAX_VALUE_LENGTH - reference.length - 1).join('');
  return cut === '' ? reference : `${cut}|${reference}`;
}

export const removeReference = (value: string): string =>
  value.replace(/(?:^|\|)[0-9a-f]{32}$/i, '');
