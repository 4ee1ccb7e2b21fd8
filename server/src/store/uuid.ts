/** Returns whether a text is a UUID; PostgreSQL refuses to compare other texts with one. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Returns a reference: a UUID as 32 hexadecimal digits in lower case, as links and sales carry a lead's key. */
export const referenceOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** Returns 32 hexadecimal digits as a UUID. */
export const formatUuid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns the UUID of a reference; null for other texts, such as `lead:74`, which stands for a lead without a key. */
export const uuidOf = (reference: string): string | null =>
  /^[0-9a-f]{32}$/.test(reference) ? formatUuid(reference) : null;
