import type { FieldPath } from '@funil/contract/field-values';

/** Returns the same list if the index `to` does not exist. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  if (from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

export const isSamePath = (one: FieldPath, other: FieldPath): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);

/** Inserts a section where the usual order of all sections has it. */
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
