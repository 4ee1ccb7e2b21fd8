/** A benchmark's figures by row and column. */
export type Table = Record<string, Record<string, string>>;

/** Returns the median, or the lower one of two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Returns median, minimum and maximum as `688 (652–701)`. */
export function summarize(values: readonly number[], digits = 0): string {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map(
    (value) => value.toFixed(digits),
  );
  return `${middle} (${min}–${max})`;
}

/** Returns the value that `share` (0 to 1) of all values do not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
