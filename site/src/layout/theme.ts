import { paletteOf } from '@funil/content/palette';
import type { ThemeColors, ThemeContent } from '@funil/content/schema/theme';

const declare = (colours: Record<string, string>, prefix: string): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${prefix}${name}:${value}`)
    .join(';');

/** A brand's palette in place of brand/tokens.css and brand/tones.css. */
function paint(colors: ThemeColors): string {
  const { root, ink, paper, accent } = paletteOf(colors);
  return `
:root{${declare(root, 'color-')}}
:root,[data-tone="ink"]{${declare(ink, '')}}
[data-tone="paper"]{${declare(paper, '')}}
[data-tone="accent"]{${declare(accent, '')}}`;
}

/** Takes away the wires and nodes that decorate; those that draw a flow stay. */
const PLAIN = `
.eyebrow::before,.stat-wire,.video-ground svg,.ornament,.schedule-rise,.team>.team-member::after{display:none}
.hero,.application-panel[data-tone="ink"]{background-image:none}
.video-ground{background-image:none}`;

const INSTALLED: Record<string, string> = {
  'bricolage-grotesque': '"Bricolage Grotesque"',
  'instrument-sans': '"Instrument Sans"',
  system: 'system-ui',
};

type Role = 'display' | 'text';

/** One face, asked for when style/faces.css asks for its own: after the first paint. */
function setFace(role: Role, name: string, faces: Record<string, string>): string {
  const file = faces[`./fonts/brand-${role}.woff2`];
  const family = INSTALLED[name] ?? `"Brand ${role}"`;
  const source = name.endsWith('.woff2')
    ? `@font-face{font-family:${family};src:url("${file}") format("woff2");font-weight:100 900;font-display:swap}\n`
    : '';
  const variable = `{--face-${role}:${family}}`;
  // Only the demonstration's titles are drawn for being set so tightly.
  const spaced =
    role === 'display' && name !== 'bricolage-grotesque'
      ? '\nh1,h2,h3,.font-display{letter-spacing:-.01em;word-spacing:.05em}'
      : '';
  return `
${source}html:root[data-painted]${variable}
@media(scripting:none){html:root${variable}}${spaced}`;
}

/**
 * The style of a brand that is not the demonstration's. It stands outside of all layers, and so
 * above everything in them.
 * @param faces addresses of the brand's own faces, by file
 */
export function writeTheme(theme: ThemeContent, faces: Record<string, string>): string {
  const { colors, fonts, ground, ornament } = theme;
  const parts = [
    colors ? paint(colors) : '',
    ground === 'light' ? '\nhtml{background:var(--color-paper)}' : '',
    ornament === 'none' ? PLAIN : '',
    fonts?.display ? setFace('display', fonts.display, faces) : '',
    fonts?.text ? setFace('text', fonts.text, faces) : '',
  ];
  return parts.join('').trim();
}
