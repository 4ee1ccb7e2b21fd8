import { fade, mix } from '@funil/content/colours';
import type { ThemeColors, ThemeContent } from '@funil/content/schema/theme';

const WHITE = '#ffffff';

/** The rest of a palette from its three colours: see style/tokens.css, style/tones.css. */
function paint({ dark, light, accent }: ThemeColors): string {
  const raisedDark = mix(dark, WHITE, 0.04);
  const highDark = mix(dark, WHITE, 0.09);
  const raisedLight = mix(light, WHITE, 0.6);
  const raisedAccent = mix(accent, WHITE, 0.25);
  return `
:root{--color-ink:${dark};--color-ink-2:${raisedDark};--color-ink-3:${highDark};--color-paper:${light};--color-lime:${accent}}
:root,[data-tone="ink"]{--ground:${dark};--raised:${raisedDark};--fg:${light};--muted:${fade(light, [dark, highDark], 4.5)};--line:${mix(dark, light, 0.16)};--wire:${mix(dark, light, 0.28)};--edge:${fade(light, [dark, raisedDark], 3)};--mark:${accent};--focus:${accent}}
[data-tone="paper"]{--ground:${light};--raised:${raisedLight};--fg:${dark};--muted:${fade(dark, [light, mix(light, dark, 0.07)], 4.5)};--line:${mix(light, dark, 0.16)};--wire:${mix(light, dark, 0.25)};--edge:${fade(dark, [light], 3)};--mark:${dark};--focus:${dark}}
[data-tone="accent"]{--ground:${accent};--raised:${raisedAccent};--fg:${dark};--muted:${fade(dark, [accent], 4.5)};--line:${mix(accent, dark, 0.22)};--wire:${mix(accent, dark, 0.4)};--edge:${fade(dark, [accent], 3)};--mark:${dark};--focus:${dark}}
@media(hover:hover){.button-primary:hover:not(:disabled){background:${raisedAccent}}}
.button-primary:active:not(:disabled){background:${mix(accent, dark, 0.12)}}
.button-ink:not(:disabled),.fit-card{color:${light}}
.receipt{background:${raisedLight}}
.site-header[data-glass]{background:color-mix(in srgb,${dark} 86%,transparent)}
[data-tone="paper"] .emphasis{text-decoration-color:${mix(accent, dark, 0.2)}}
.founder-quote{border-color:${mix(accent, dark, 0.2)}}
.video-ground{background:${highDark}}
@media(hover:hover){.video-stop:hover{background:${mix(dark, WHITE, 0.16)}}}`;
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
  return `
${source}html:root[data-painted]${variable}
@media(scripting:none){html:root${variable}}`;
}

/**
 * The style of a brand that is not the demonstration's. It stands outside of all layers, and so
 * above everything in them.
 * @param faces addresses of the brand's own faces, by file
 */
export function writeTheme(theme: ThemeContent, faces: Record<string, string>): string {
  const { colors, fonts, ornament } = theme;
  const parts = [
    colors ? paint(colors) : '',
    ornament === 'none' ? PLAIN : '',
    fonts?.display ? setFace('display', fonts.display, faces) : '',
    fonts?.text ? setFace('text', fonts.text, faces) : '',
  ];
  return parts.join('').trim();
}
