/** `#rrggbb` as three numbers from 0 to 255. */
export const channels = (hex: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** So much of `to` (0 to 1) in `from`. */
export const mix = (from: string, to: string, share: number): string => {
  const other = channels(to);
  const mixed = channels(from).map((value, index) =>
    Math.round(value + ((other[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
