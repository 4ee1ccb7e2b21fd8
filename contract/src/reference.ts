/** Our reference on the way to a checkout and back. Browser code reads this, so it knows no zod. */

/** Platforms cut longer values, and the reference stands last. */
const LONGEST_VALUE = 255;

/** 32 hexadecimal digits, after the value that the parameter holds already and `|`. */
export function withReference(held: string, key: string): string {
  const reference = key.replaceAll('-', '').toLowerCase();
  const kept = [...held].slice(0, LONGEST_VALUE - reference.length - 1).join('');
  return kept === '' ? reference : `${kept}|${reference}`;
}

/** The value as the visitor brought it: without a reference that stands alone or after the last `|`. */
export const withoutReference = (value: string): string =>
  value.replace(/(?:^|\|)[0-9a-f]{32}$/i, '');
