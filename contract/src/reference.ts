/** The reference that connects a sale with its lead. Browser code imports this file, so it does not import zod. */

/** Platforms cut longer values, and the reference is at their end. */
const MAX_VALUE_LENGTH = 255;

/** Returns a parameter's value, `|`, and the key as 32 hexadecimal digits. */
export function withReference(value: string, key: string): string {
  const reference = key.replaceAll('-', '').toLowerCase();
  const cut = [...value].slice(0, MAX_VALUE_LENGTH - reference.length - 1).join('');
  return cut === '' ? reference : `${cut}|${reference}`;
}

/** Returns a parameter's value without a reference that stands alone or after the last `|`. */
export const withoutReference = (value: string): string =>
  value.replace(/(?:^|\|)[0-9a-f]{32}$/i, '');
