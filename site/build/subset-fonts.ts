import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/**
 * Writes the two faces, cut down to what the page sets in them, as `<name>.woff2`.
 * @param folder where to write; made when missing
 */
export async function subsetFonts(folder: URL): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, weights } of FONTS) {
    const whole = require.resolve(
      `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    );
    const subset = await subsetFont(readFileSync(whole), LETTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    writeFileSync(new URL(`${name}.woff2`, folder), subset);
  }
}
