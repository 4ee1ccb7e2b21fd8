/** Returns the same list if the index `to` does not exist. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  if (from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** Inserts a section after those that precede it in `defaultOrder`, the order of all sections. */
export function addSection(
  sections: readonly string[],
  name: string,
  defaultOrder: readonly string[],
): readonly string[] {
  const precedingSections = defaultOrder.slice(0, defaultOrder.indexOf(name));
  const newIndex = sections.findLastIndex((section) => precedingSections.includes(section)) + 1;
  return sections.toSpliced(newIndex, 0, name);
}
