interface Identified {
  readonly id: string;
}

/** For `.refine(haveDistinctIds, distinctIds)`: no two items of a list share an id. */
export const haveDistinctIds = (items: readonly Identified[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length;

export const distinctIds = { error: 'uma lista em que nenhum "id" se repete' };
