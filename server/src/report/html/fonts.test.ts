import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embedFonts } from './fonts.ts';

test('contains the fonts of the built page, without missing and large ones', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'fonts-'));
  writeFileSync(join(folder.path, 'text.woff2'), 'text');
  writeFileSync(join(folder.path, 'large.woff2'), Buffer.alloc(60 * 1024));
  const embed = (display: string | null) =>
    embedFonts(folder.path, { display, text: 'text.woff2' }).text.match(/"Page \w+"|base64,[^)]+/g);
  const text = ['"Page text"', 'base64,dGV4dA=='];
  expect(embed(null)).toEqual(text);
  expect(embed('missing.woff2')).toEqual(text);
  expect(embed('large.woff2')).toEqual(text);
  expect(embed('text.woff2')).toEqual([...text, '"Page display"', 'base64,dGV4dA==']);
});
