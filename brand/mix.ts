/** Returns red, green and blue, each from 0 to 255. */
export const channels = (hex: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** Mixes two `#rrggbb` colors; `share` is the part of `to`, from 0 to 1. */
export const mix = (from: string, to: string, share: number): string => {
  const toChannels = channels(to);
  const mixedChannels = channels(from).map((value, index) =>
    Math.round(value + ((toChannels[index] ?? 0) - value) * share),
  );
  return `#${mixedChannels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
