import { channels, mix } from '@funil/brand/mix';
import type { ThemeColors } from '../schema/theme.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a color mixed with the first background, as much as the minimum contrast to all backgrounds permits. */
function fadeTowards(color: string, grounds: readonly [string, ...string[]], minRatio: number) {
  const shares = [0.5, 0.4, 0.3, 0.2, 0.1];
  const fadedColors = shares.map((share) => mix(color, grounds[0], share));
  const isReadable = (faded: string) =>
    grounds.every((ground) => contrast(faded, ground) >= minRatio);
  return fadedColors.find(isReadable) ?? color;
}

/** No theme changes these colors of brand/tokens.css, which the builder cannot read from here. */
export const STATE_COLORS = {
  white: '#ffffff',
  amber: '#ffb454',
  blue: '#7cb7ff',
  green: '#6fdc8c',
  red: '#ff8a80',
  'red-deep': '#b3261e',
};
const WHITE = STATE_COLORS.white;

/** The first background is the section's. */
const shadesOn = (textColor: string, grounds: readonly [string, ...string[]]) => ({
  fg: textColor,
  muted: fadeTowards(textColor, grounds, 4.5),
  line: mix(grounds[0], textColor, 0.16),
  dots: mix(grounds[0], textColor, 0.09),
  wire: mix(grounds[0], textColor, 0.26),
  edge: fadeTowards(textColor, grounds, 3),
});

/** Returns the properties of brand/tones.css by background; in `root`, those of brand/tokens.css without `--color-`. */
export function derivePalette({ dark, light, accent }: ThemeColors) {
  const raisedInk = mix(dark, WHITE, 0.09);
  const pointedAccent = mix(accent, WHITE, 0.25);
  const ink = shadesOn(light, [dark, raisedInk]);
  return {
    root: {
      ink: dark,
      'ink-2': mix(dark, WHITE, 0.04),
      'ink-3': raisedInk,
      'ink-4': mix(dark, WHITE, 0.13),
      'on-ink': light,
      'on-ink-2': ink.muted,
      paper: light,
      'paper-raised': mix(light, WHITE, 0.6),
      'on-paper': dark,
      lime: accent,
      'lime-over': pointedAccent,
      'lime-down': mix(accent, dark, 0.12),
    },
    ink,
    paper: {
      ...shadesOn(dark, [light, mix(light, dark, 0.07), WHITE]),
      stroke: mix(accent, dark, 0.2),
      struck: STATE_COLORS['red-deep'],
    },
    accent: shadesOn(dark, [accent, pointedAccent]),
  };
}
