import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const faces = [
  {
    family: 'Display',
    weights: '200 800',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
  },
  {
    family: 'Text',
    weights: '400 700',
    file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  },
];

/** The `@font-face` rules of the two faces, with the fonts inside, for a page that loads nothing. */
export async function embedFonts(): Promise<string> {
  const rules = faces.map(async ({ family, weights, file }) => {
    const font = await readFile(fileURLToPath(import.meta.resolve(file)), 'base64');
    return `@font-face { font-family: '${family}'; font-weight: ${weights};
      src: url(data:font/woff2;base64,${font}) format('woff2'); }`;
  });
  return (await Promise.all(rules)).join('\n');
}
