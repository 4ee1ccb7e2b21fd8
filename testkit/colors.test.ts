import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** What is drawn in the brand's colours. */
const PAINTED = ['site/src', 'console/src', 'server/src/deliveries/mail', 'server/src/report/html'];
const LITERAL =
  /(?:#|%23)(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(?:black|white|red|green|blue|gr[ae]y)\b/gi;

const isPainted = (name: string) =>
  /\.(css|tsx?|astro|svg)$/.test(name) && !name.endsWith('.test.ts');

const literalsIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(LITERAL)].map(
    ([found]) => `${file}: ${found}`,
  );

test('finds no color in page, console, e-mail and report besides the brand’s tokens', () => {
  const files = PAINTED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isPainted)
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(literalsIn)).toEqual([]);
});

test('finds only colors of tokens in files that cannot name a token', () => {
  const tokens = readFileSync(join(root, 'brand/tokens.css'), 'utf8');
  for (const file of ['console/index.html', 'console/public/icon.svg']) {
    const found = readFileSync(join(root, file), 'utf8').match(/#[\da-f]{6}\b/g) ?? [];
    expect(found.length).toBeGreaterThan(0);
    for (const colour of found) expect(tokens, file).toContain(`: ${colour};`);
  }
});
