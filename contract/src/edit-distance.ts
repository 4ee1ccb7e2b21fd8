/** Returns the Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  let costs = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const nextCosts = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (costs[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      nextCosts.push(Math.min(replaced, (costs[j] ?? 0) + 1, (nextCosts[j - 1] ?? 0) + 1));
    }
    costs = nextCosts;
  }
  return costs[other.length] ?? 0;
}
