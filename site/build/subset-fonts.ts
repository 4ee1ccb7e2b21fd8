import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findContentFolder } from '@funil/content/folder';
import type { ThemeContent } from '@funil/content/schema/theme';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** What Portuguese texts and prices need; a letter beyond these is set in the fallback face. */
const LETTERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíñóôõúü',
  ...'ªº°§©®·«»×–—‘’“”•…→←−',
].join('');

const FONTS = [
  { name: 'bricolage-grotesque', weights: { min: 600, max: 800 } },
  { name: 'instrument-sans', weights: { min: 400, max: 700 } },
];

/** What a brand's own face is written as, whatever its file is called. */
const BRAND_FACES = ['display', 'text'] as const;

/** In one step: another build, or `npm run dev`, may be reading the same file. */
function writeWhole(target: URL, font: Uint8Array): void {
  const beside = new URL(`${target.href}.${process.pid}`);
  writeFileSync(beside, font);
  renameSync(beside, target);
}

async function subsetBrandFaces(folder: URL, fonts: ThemeContent['fonts']): Promise<void> {
  for (const role of BRAND_FACES) {
    const target = new URL(`brand-${role}.woff2`, folder);
    const name = fonts?.[role];
    // A face of an earlier build is not this brand's.
    rmSync(target, { force: true });
    if (!name?.endsWith('.woff2')) continue;
    const whole = readFileSync(join(findContentFolder(), 'fonts', name));
    writeWhole(target, await subsetFont(whole, LETTERS, { targetFormat: 'woff2' }));
  }
}

/**
 * Writes the two faces, cut down to what the page sets in them, as `<name>.woff2`.
 * @param folder where to write; made when missing
 * @param fonts a brand's own faces, from content/fonts, written as `brand-<role>.woff2`
 */
export async function subsetFonts(folder: URL, fonts: ThemeContent['fonts']): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, weights } of FONTS) {
    const whole = require.resolve(
      `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    );
    const subset = await subsetFont(readFileSync(whole), LETTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    writeWhole(new URL(`${name}.woff2`, folder), subset);
  }
  await subsetBrandFaces(folder, fonts);
}
