// No function in this file changes a value in place. Parts that do not change stay the same objects.

/** Keys and indexes that lead from a value to one of its parts. */
export type FieldPath = readonly (string | number)[];

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads own fields only, because a seller may name a field `constructor`. */
function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

export const valueAtPath = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(childOf, value);

/** Returns a copy of the value that has `next` at a path. If `next` is undefined, the copy lacks the field. */
export function replaceAtPath(value: unknown, path: FieldPath, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  const child = replaceAtPath(childOf(value, step), rest, next);
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? child : item));
  const fields = isObject(value) ? value : {};
  if (child === undefined) {
    return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== step));
  }
  // An existing field keeps its place.
  return { ...fields, [step]: child };
}

/** Compares two JSON values; the order of fields does not count. */
export function areValuesEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((item, index) => areValuesEqual(item, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areValuesEqual(one[key], other[key]))
  );
}

export const isPathWithin = (path: FieldPath, start: FieldPath): boolean =>
  path.length >= start.length && start.every((step, index) => step === path[index]);

/** True if comparing or printing the value could overflow the stack, because it is nested deeper than `depth`. */
export const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1)));
