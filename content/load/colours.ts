import { channels, mix } from '@funil/brand/mix';

/** Relative luminance as WCAG 2 defines it. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG's contrast ratio, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** `strong` as faded towards `ground` as it may be and still contrast with all of `grounds`. */
export const fade = (
  strong: string,
  grounds: readonly [string, ...string[]],
  least: number,
): string => {
  const shares = [0.5, 0.4, 0.3, 0.2, 0.1];
  const faded = shares.map((share) => mix(strong, grounds[0], share));
  return faded.find((one) => grounds.every((ground) => contrast(one, ground) >= least)) ?? strong;
};
