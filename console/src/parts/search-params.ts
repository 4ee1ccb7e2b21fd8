/** Readers of the views' search parameters; unknown and invalid parameters are dropped. */

type ReadParameter<Value> = (value: unknown) => Value | undefined;
type SearchFields = Readonly<Record<string, ReadParameter<OneOrSeveral<string>>>>;

/** The value of a filter: one value, or several, of which a row must have one. */
export type OneOrSeveral<Value extends string> = Value | readonly Value[];

export const toList = <Value extends string>(
  value: OneOrSeveral<Value> | undefined,
): readonly Value[] => (value === undefined ? [] : typeof value === 'string' ? [value] : value);

/** Reads one value or a list; invalid and repeated values are dropped. */
export const readOneOrSeveral =
  <Value extends string>(read: ReadParameter<Value>): ReadParameter<OneOrSeveral<Value>> =>
  (parameter) => {
    const values = [...new Set([parameter].flat().flatMap((value) => read(value) ?? []))];
    return values.length > 1 ? values : values[0];
  };

export type SearchOf<Fields extends SearchFields> = {
  [Key in keyof Fields]?: Exclude<ReturnType<Fields[Key]>, undefined>;
};

/** Reads a text that is not empty, or a number as text, because the router parses a phone's digits as a number. */
export const readText: ReadParameter<string> = (value) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined;

const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/;
export const readDay: ReadParameter<string> = (value) =>
  typeof value === 'string' && DAY_PATTERN.test(value) ? value : undefined;

/** Search parameters that the lists of people and of sales share. */
export const LIST_SEARCH_FIELDS = {
  q: readText,
  from: readDay,
  until: readDay,
  source: readOneOrSeveral(readText),
  medium: readOneOrSeveral(readText),
  campaign: readOneOrSeveral(readText),
  content: readOneOrSeveral(readText),
};

export const readOneOf =
  <Key extends string>(keys: readonly Key[]): ReadParameter<Key> =>
  (value) =>
    keys.find((key) => key === readText(value));

export const keysOf = <Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(object) as Key[];

export const searchReader =
  <Fields extends SearchFields>(fields: Fields) =>
  (query: Readonly<Record<string, unknown>>): SearchOf<Fields> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, read]) => {
        const value = read(query[key]);
        return value === undefined ? [] : [[key, value]];
      }),
    ) as SearchOf<Fields>;
