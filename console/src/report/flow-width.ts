/** Width of the wire, of 40: at its widest, and where a trickle runs. */
const [LEAST, MOST] = [1.5, 36];

/**
 * How wide the wire is at each step, of 40. By the root of the count: the eye measures surfaces, and one sale
 * among a hundred thousand visits is still seen.
 */
export function measureFlow(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts);
  return counts.map((count) =>
    count === 0 ? 0.75 : Math.max(LEAST, Math.sqrt(count / most) * MOST),
  );
}
