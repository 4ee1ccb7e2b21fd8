const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, left] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...to].entries()) {
      const substitution = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(substitution, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Returns the candidate most similar to a misspelled name, or undefined if none is similar enough. */
export const findClosestName = (
  name: string,
  candidates: readonly string[],
): string | undefined => {
  const distanceTo = (candidate: string) =>
    editDistance(name.toLowerCase(), candidate.toLowerCase());
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distanceTo(candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const maxDistance = Math.max(2, Math.floor(name.length / 2));
  return best && best.distance <= maxDistance ? best.candidate : undefined;
};
