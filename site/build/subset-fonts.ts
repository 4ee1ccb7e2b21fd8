import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { ThemeContent } from '@funil/content/schema/theme';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Letters of Portuguese texts and prices; other letters use the fallback font. */
const PAGE_CHARACTERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíñóôõúü',
  ...'ªº°§©®·×–—‘’“”•…→',
].join('');

const PAGE_FONTS = [
  { name: 'bricolage-grotesque', weights: { min: 600, max: 800 } },
  { name: 'instrument-sans', weights: { min: 400, max: 700 } },
];

const BRAND_ROLES = ['display', 'text'] as const;

/** Writes a temporary file and renames it, because another build or `npm run dev` may be reading the font. */
function writeAtomically(fontFile: URL, font: Uint8Array): void {
  const temporaryFile = new URL(`${fontFile.href}.${process.pid}`);
  writeFileSync(temporaryFile, font);
  renameSync(temporaryFile, fontFile);
}

async function subsetBrandFonts(folder: URL, fonts: ThemeContent['fonts']): Promise<void> {
  for (const role of BRAND_ROLES) {
    const fontFile = new URL(`brand-${role}.woff2`, folder);
    const name = fonts?.[role];
    // Removes the font that an earlier build may have written for another brand.
    rmSync(fontFile, { force: true });
    if (!name?.endsWith('.woff2')) continue;
    const font = readFileSync(join(findContentFolder(), 'fonts', name));
    writeAtomically(fontFile, await subsetFont(font, PAGE_CHARACTERS, { targetFormat: 'woff2' }));
  }
}

/** Writes the page's fonts as `<name>.woff2`, reduced to its letters and weights, and the brand's as `brand-<role>`. */
export async function subsetFonts(folder: URL, fonts: ThemeContent['fonts']): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, weights } of PAGE_FONTS) {
    const file = require.resolve(
      `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    );
    const subset = await subsetFont(readFileSync(file), PAGE_CHARACTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    writeAtomically(new URL(`${name}.woff2`, folder), subset);
  }
  await subsetBrandFonts(folder, fonts);
}
