/** How the views' search parameters are read from an address; what is not understood is left out. */

type Read<Value extends string> = (value: unknown) => Value | undefined;
type Fields = Readonly<Record<string, Read<string>>>;

/** The search parameters that these fields read. */
export type SearchOf<F extends Fields> = {
  [Key in keyof F]?: Exclude<ReturnType<F[Key]>, undefined>;
};

/** The router reads digits as a number, and a phone number is searched for by its digits. */
export const text: Read<string> = (value) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** AAAA-MM-DD. */
export const day: Read<string> = (value) =>
  typeof value === 'string' && DAY.test(value) ? value : undefined;

export const oneOf =
  <Key extends string>(keys: readonly Key[]): Read<Key> =>
  (value) =>
    keys.find((key) => key === value);

/** The keys of an object whose type lists them all. */
export const keysOf = <Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(object) as Key[];

/** Returns a function that reads these fields from an address's query. */
export const searchReader =
  <F extends Fields>(fields: F) =>
  (query: Readonly<Record<string, unknown>>): SearchOf<F> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, read]) => {
        const value = read(query[key]);
        return value === undefined ? [] : [[key, value]];
      }),
    ) as SearchOf<F>;
