/** Most letters by which a name may differ and still be meant for another. */
const CLOSE = 2;
/** Shorter names are near too many others: HOST and HOME. */
const SHORTEST = 8;

export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** The names that nobody knows and that are nearly one of those that are known. */
export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  const candidates = known.filter((name) => name.length >= SHORTEST && !names.includes(name));
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = candidates.find((candidate) => distance(name, candidate) <= CLOSE);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Letters to add, drop or change to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
