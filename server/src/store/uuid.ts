/** PostgreSQL refuses to compare a UUID with other texts. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A reference is how links and sales carry a lead's key: 32 hexadecimal digits in lower case. */
export const referenceOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

export const formatUuid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Null for `lead:74`, the reference of a lead without a key. */
export const uuidOf = (reference: string): string | null =>
  /^[0-9a-f]{32}$/.test(reference) ? formatUuid(reference) : null;
