import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const STYLED_FOLDERS = ['site/src', 'console/src', 'server/src/deliveries/mail'];
const COLOR_LITERAL =
  /(?:#|%23)(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(?:black|white|red|green|blue|gr[ae]y)\b/gi;

const isStyled = (name: string) =>
  /\.(css|tsx?|astro|svg)$/.test(name) && !name.endsWith('.test.ts');

const findLiterals = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(COLOR_LITERAL)].map(
    ([found]) => `${file}: ${found}`,
  );

test('finds no color literals in page, console and e-mail', () => {
  const files = STYLED_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isStyled)
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(findLiterals)).toEqual([]);
});

test('finds only token values in files that cannot use tokens', () => {
  const tokens = readFileSync(join(root, 'brand/tokens.css'), 'utf8');
  for (const file of ['console/index.html', 'console/public/icon.svg']) {
    const colors = readFileSync(join(root, file), 'utf8').match(/#[\da-f]{6}\b/g) ?? [];
    expect(colors.length).toBeGreaterThan(0);
    for (const color of colors) expect(tokens, file).toContain(`: ${color};`);
  }
});
