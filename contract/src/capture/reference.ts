// This file imports no zod, because the page loads it.

/**
 * Limit of the value and the reference together, in characters. Platforms cut the end of a longer value, and so would
 * lose the reference.
 */
const MAX_PARAMETER_LENGTH = 255;

/** Returns the value, `|`, and the UUID `key` as 32 digits. If the value is empty, returns only the digits. */
export function appendReference(value: string, key: string): string {
  const reference = key.replaceAll('-', '').toLowerCase();
  const cut = [...value].slice(0, MAX_PARAMETER_LENGTH - reference.length - 1).join('');
  return cut === '' ? reference : `${cut}|${reference}`;
}

/** Returns a value without a reference that stands alone or after the last `|`. */
export const removeReference = (value: string): string =>
  value.replace(/(?:^|\|)[0-9a-f]{32}$/i, '');
