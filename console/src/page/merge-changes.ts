import type { FieldPath } from '@funil/contract/console/page-editor';
import { isFields, isSame } from './values.ts';

export interface Merged {
  readonly value: unknown;
  /** Fields that both changed, to different values. */
  readonly both: readonly FieldPath[];
  /** Fields that only the other operator changed. */
  readonly theirs: readonly FieldPath[];
}

interface Versions {
  /** The value that both began with. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/**
 * Joins two operators' changes of a file. A list is one field if its length changed.
 * @param winner whose value a field gets that both changed
 */
export function mergeChanges(
  { base, mine, theirs }: Versions,
  winner: 'mine' | 'theirs',
  path: FieldPath = [],
): Merged {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine, both: [], theirs: [] };
  if (isFields(mine) && isFields(theirs)) return mergeFields({ base, mine, theirs }, winner, path);
  if (isList(base) && isList(mine) && isList(theirs) && hasLength(base, mine, theirs)) {
    const items = mine.map((item, at) =>
      mergeChanges({ base: base[at], mine: item, theirs: theirs[at] }, winner, [...path, at]),
    );
    return { ...join(items), value: items.map(({ value }) => value) };
  }
  if (isSame(base, mine)) return { value: theirs, both: [], theirs: [path] };
  return { value: winner === 'mine' ? mine : theirs, both: [path], theirs: [] };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const hasLength = ({ length }: readonly unknown[], ...others: (readonly unknown[])[]): boolean =>
  others.every((list) => list.length === length);

const join = (parts: readonly Merged[]) => ({
  both: parts.flatMap(({ both }) => both),
  theirs: parts.flatMap(({ theirs }) => theirs),
});

function mergeFields(versions: Versions, winner: 'mine' | 'theirs', path: FieldPath): Merged {
  const [base = {}, mine = {}, theirs = {}] = [versions.base, versions.mine, versions.theirs].map(
    (value) => (isFields(value) ? value : {}),
  );
  const parts = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((key) => ({
    key,
    ...mergeChanges({ base: base[key], mine: mine[key], theirs: theirs[key] }, winner, [
      ...path,
      key,
    ]),
  }));
  const present = parts.filter(({ value }) => value !== undefined);
  return {
    ...join(parts),
    value: Object.fromEntries(present.map(({ key, value }) => [key, value])),
  };
}
