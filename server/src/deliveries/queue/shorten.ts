/** Characters of a text that stay: more than any line of a letter about many shows. */
const KEPT = 200;

/** What was told without its long texts, for who tells of many at once and shows a line of each. */
export const shorten = (data: unknown): unknown =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cut(value)]))
    : data;

/** A copy: a part of a text would keep the whole of it in memory. */
const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > KEPT
    ? Buffer.from(value.slice(0, KEPT)).toString().toWellFormed()
    : value;
