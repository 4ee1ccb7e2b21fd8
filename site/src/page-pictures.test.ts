import { loadContent } from '@funil/content/load';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { findBrand } from './page-pictures.ts';

async function findLogo(svg: string) {
  using copy = makeEditableCopy();
  copy.write('images/marca.svg', svg);
  const { site } = loadContent(copy.folder);
  const { logo } = await findBrand(site, copy.folder, () => Promise.reject(new Error('a photo')));
  return logo;
}

test('keeps the paint of a line icon, whose shapes would be filled without it', async () => {
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox = "0 0 24 24" fill="none" stroke=\'currentColor\' stroke-width="2" class="lucide">\n<path d="M0 0h9"/>\n</svg>\n';
  expect(await findLogo(icon)).toEqual({
    viewBox: '0 0 24 24',
    shapes: `<g fill="none" stroke='currentColor' stroke-width="2"><path d="M0 0h9"/></g>`,
  });
});

test('takes only the shapes of other drawings', async () => {
  const logo = await findLogo(
    '<?xml version="1.0"?><!-- a --><svg viewBox="0 0 9 9"><!-- b --><path d="M0 0h9"/></svg>',
  );
  expect(logo).toEqual({ viewBox: '0 0 9 9', shapes: '<path d="M0 0h9"/>' });
});
