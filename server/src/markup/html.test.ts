import { expect, test } from 'vitest';
import { decodeEntities } from './html.ts';

test.each([
  ['Jo&atilde;o D&#39;&Aacute;vila', "João D'Ávila"],
  ['Concei&ccedil;&#227;o &#xE9; &Uuml;', 'Conceição é Ü'],
  ['Lia &amp; Rui &quot;Sá&quot;', 'Lia & Rui "Sá"'],
  ['&amp;atilde; R&D; &unknown; &#1; &#9999999;', '&atilde; R&D; &unknown; &#1; &#9999999;'],
  ['Jo&#00;ao&#55357;', 'Joao\u{fffd}'],
])('decodes the characters that %s escapes, once', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
