import { derivePalette } from '@funil/content/palette';
import type { ThemeColors, ThemeContent } from '@funil/content/schema/theme';

const declareColors = (colors: Record<string, string>, prefix: string): string =>
  Object.entries(colors)
    .map(([name, value]) => `--${prefix}${name}:${value}`)
    .join(';');

/** Replaces the colors of brand/tokens.css and brand/tones.css. */
function writeColorRules(colors: ThemeColors): string {
  const { root, ink, paper, accent } = derivePalette(colors);
  return `
:root{${declareColors(root, 'color-')}}
:root,[data-tone="ink"]{${declareColors(ink, '')}}
[data-tone="paper"]{${declareColors(paper, '')}}
[data-tone="accent"]{${declareColors(accent, '')}}`;
}

/** Hides decorative wires and nodes; those of flows stay. */
const PLAIN_STYLES = `
.eyebrow::before,.stat-wire,.video-ground svg,.ornament,.schedule-rise,.team>.team-member::after{display:none}
.hero,.application-panel[data-tone="ink"]{background-image:none}
.video-ground{background:var(--ground)}`;

const BUILT_IN_FONTS: Record<string, string> = {
  'bricolage-grotesque': '"Bricolage Grotesque"',
  'instrument-sans': '"Instrument Sans"',
  system: 'system-ui',
};

type FontRole = 'display' | 'text';

/** The font loads after the first paint, as in style/faces.css. */
function writeFontRules(role: FontRole, name: string, faces: Record<string, string>): string {
  const file = faces[`./fonts/brand-${role}.woff2`];
  const family = BUILT_IN_FONTS[name] ?? `"Brand ${role}"`;
  const fontFace = name.endsWith('.woff2')
    ? `@font-face{font-family:${family};src:url("${file}") format("woff2");font-weight:100 900;font-display:swap}\n`
    : '';
  // The demonstration's tight letter spacing only suits its own font.
  const letterSpacing =
    role === 'display' && name !== 'bricolage-grotesque'
      ? '\nh1,h2,h3,.font-display{letter-spacing:-.01em;word-spacing:.05em}'
      : '';
  return `\n${fontFace}html:root{--web-${role}:${family}}${letterSpacing}`;
}

/** The rules are in no cascade layer, so that they override all layers. */
export function writeTheme(theme: ThemeContent, faces: Record<string, string>): string {
  const { colors, fonts, ground, ornament } = theme;
  const rules = [
    colors ? writeColorRules(colors) : '',
    ground === 'light' ? '\nhtml{background:var(--color-paper)}' : '',
    ornament === 'none' ? PLAIN_STYLES : '',
    fonts?.display ? writeFontRules('display', fonts.display, faces) : '',
    fonts?.text ? writeFontRules('text', fonts.text, faces) : '',
  ];
  return rules.join('').trim();
}
