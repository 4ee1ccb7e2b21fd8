const placeholder = /\{([^{}]*)\}/g;

/** The names in braces of one text, in order. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map((match) => match[1] ?? '');

const fill = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole);

/** A copy of `value` with each `{name}` in its texts replaced; unknown names stay as they are. */
export const interpolate = (value: unknown, values: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, interpolate(item, values)]),
  );
};
