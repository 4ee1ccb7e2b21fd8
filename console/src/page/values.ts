/** Reading and changing values of the content without changing them in place: unchanged parts stay the same objects. */
import type { FieldPath } from '@funil/contract/console/page-editor';

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childOf = (value: unknown, step: string | number): unknown =>
  Array.isArray(value) ? value[Number(step)] : isFields(value) ? value[step] : undefined;

export const readAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(childOf, value);

/** Returns a value with another value at a path; undefined removes the field. */
export function replaceAt(value: unknown, path: FieldPath, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  const child = replaceAt(childOf(value, step), rest, next);
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? child : item));
  const { [step]: _, ...others } = isFields(value) ? value : {};
  if (child === undefined) return others;
  // An existing field keeps its place.
  return isFields(value) && step in value
    ? { ...value, [step]: child }
    : { ...others, [step]: child };
}

/** Returns a list with an item at another place; the same list if the place does not exist. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  if (from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, at) => at !== from);
  const moved = items.slice(from, from + 1);
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
}

/** Whether two JSON values are equal; the order of fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame(one[key], other[key]))
  );
}

export const isSamePath = (one: FieldPath, other: FieldPath): boolean =>
  one.length === other.length && one.every((step, at) => step === other[at]);

export const startsWith = (path: FieldPath, start: FieldPath): boolean =>
  path.length >= start.length && start.every((step, at) => step === path[at]);

/** Returns a section list with a section in its usual place among the present ones. @param usual the order of all */
export function addSection(
  sections: readonly string[],
  name: string,
  usual: readonly string[],
): readonly string[] {
  const before = usual.slice(0, usual.indexOf(name));
  const at = sections.reduce(
    (place, each, index) => (before.includes(each) ? index + 1 : place),
    0,
  );
  return [...sections.slice(0, at), name, ...sections.slice(at)];
}
