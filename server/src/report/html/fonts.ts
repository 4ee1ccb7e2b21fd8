import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteInfo } from '@funil/contract/site-info';
import { Markup } from '../../markup/html.ts';

/** Larger fonts are left out, so that the file is small enough for an e-mail. */
const MAX_FONTS_BYTES = 60 * 1024;

/** Returns rules that contain the built page's fonts; the device's own font takes the place of missing ones. */
export function embedFonts(siteDir: string, fonts: SiteInfo['fonts']): Markup {
  const rules: string[] = [];
  let bytes = 0;
  for (const role of ['text', 'display'] as const) {
    const file = fonts[role];
    if (file === null) continue;
    let font: Buffer;
    try {
      font = readFileSync(join(siteDir, file));
    } catch {
      // A newer build has just replaced the folder: nothing but the look is lost.
      continue;
    }
    bytes += font.length;
    if (bytes > MAX_FONTS_BYTES) break;
    rules.push(
      `@font-face { font-family: "Page ${role}"; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}) format("woff2"); }\n`,
    );
  }
  return new Markup(rules.join(''));
}
