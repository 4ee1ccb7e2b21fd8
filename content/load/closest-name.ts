import { editDistance } from '@funil/contract/edit-distance';

/** Returns the most similar candidate; undefined if over 2 and over half of the letters differ. */
export function findClosestName(name: string, candidates: readonly string[]): string | undefined {
  const distanceTo = (candidate: string) =>
    editDistance(name.toLowerCase(), candidate.toLowerCase());
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distanceTo(candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const maxDistance = Math.max(2, Math.floor(name.length / 2));
  return best && best.distance <= maxDistance ? best.candidate : undefined;
}
