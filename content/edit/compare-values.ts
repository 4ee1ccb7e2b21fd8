// Lists the differences of content values, which are JSON.
import { type FieldPath, isFields, isSame, readAt } from '@funil/contract/contacts/field-values';

/** A difference between two values. Undefined: missing. */
export interface Difference {
  readonly path: FieldPath;
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
  path: FieldPath = [],
): Difference[] {
  if (isSame(before, after)) return [];
  if (before === undefined && isFields(after) && Object.keys(after).length > 0) {
    return listDifferences({}, after, path);
  }
  if (isFields(before) && isFields(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      listDifferences(readAt(before, [key]), readAt(after, [key]), [...path, key]),
    );
  }
  if (isList(before) && isList(after) && before.length === after.length) {
    const isReordered = before.every((item) => after.some((other) => isSame(item, other)));
    if (isReordered) return [{ path, before, after }];
    return before.flatMap((item, index) => listDifferences(item, after[index], [...path, index]));
  }
  return [{ path, before, after }];
}
