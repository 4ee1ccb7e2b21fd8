// Compares, merges and lists the differences of content values, which are JSON.
import { isDeepStrictEqual } from 'node:util';

export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

/** Returns an own field: a seller may name one `constructor`. */
const fieldOf = (group: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(group, key) ? group[key] : undefined;

/** A difference between two values. Undefined: missing. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
}

const isList = Array.isArray;

/**
 * Returns the smallest parts that differ. Lists of the same length are compared item by item, others as a whole, because
 * an inserted item shifts those after it; so does a moved one.
 */
export function listDifferences(
  before: unknown,
  after: unknown,
  path: Difference['path'] = [],
): Difference[] {
  if (isSame(before, after)) return [];
  if (before === undefined && isGroup(after) && Object.keys(after).length > 0) {
    return listDifferences({}, after, path);
  }
  if (isGroup(before) && isGroup(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      listDifferences(fieldOf(before, key), fieldOf(after, key), [...path, key]),
    );
  }
  if (isList(before) && isList(after) && before.length === after.length) {
    const isReordered = before.every((item) => after.some((other) => isSame(item, other)));
    if (isReordered) return [{ path, before, after }];
    return before.flatMap((item, index) => listDifferences(item, after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

/** What two people made of the same value. */
interface Merged {
  readonly value: unknown;
  /** Parts that only the file changed. */
  readonly changes: readonly Difference['path'][];
  /** Parts that both changed, differently: the draft's value counts. */
  readonly conflicts: readonly Difference['path'][];
}

/** Merges changes by hand in a file into a draft. @param base what both began with */
export function mergeDraft(
  base: unknown,
  draft: unknown,
  file: unknown,
  path: Difference['path'] = [],
): Merged {
  if (isSame(base, file)) return { value: draft, changes: [], conflicts: [] };
  if (isSame(draft, file) || isSame(base, draft)) {
    const changed = listDifferences(base, file, path);
    return { value: file, changes: changed.map((one) => one.path), conflicts: [] };
  }
  if (!isGroup(base) || !isGroup(draft) || !isGroup(file)) {
    return { value: draft, changes: [], conflicts: [path] };
  }
  const keys = [...new Set([...Object.keys(file), ...Object.keys(draft)])];
  const parts = keys.map((key) => ({
    key,
    ...mergeDraft(fieldOf(base, key), fieldOf(draft, key), fieldOf(file, key), [...path, key]),
  }));
  return {
    value: Object.fromEntries(
      parts.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]])),
    ),
    changes: parts.flatMap(({ changes }) => changes),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
  };
}
