/** Call this before a comparison with a UUID, because PostgreSQL refuses other texts there. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Returns the form in which links and sales carry a lead's key: 32 hexadecimal digits in lower case. */
export const referenceOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

export const formatUuid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns null for a reference such as `lead:74`, which belongs to a lead without a key. */
export const uuidOf = (reference: string): string | null =>
  /^[0-9a-f]{32}$/.test(reference) ? formatUuid(reference) : null;
