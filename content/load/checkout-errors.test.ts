import { expect, test } from 'vitest';
import { editableCopy } from './editable-copy.ts';

test('a checkout platform that there is not is answered with those that there are', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', '  # platform: hotmart', '  platform: hotmarkt');
  expect(copy.problems()).toEqual([
    expect.stringMatching(
      /^content\/site\.yaml, linha \d+, campo "checkout\.platform": esperava um destes valores: "hotmart", "kiwify", .* encontrou o texto "hotmarkt"/,
    ),
  ]);
});

test.each([
  [
    'platform: kiwify\n  refParameter: aff_sub',
    /campo "checkout\.refParameter": esperava este campo só com "platform: other" .*, encontrou o texto "aff_sub"/,
  ],
  [
    'refParameter: utm_source',
    /campo "checkout\.refParameter": esperava um parâmetro que a página não usa \(.*utm_source/,
  ],
  [
    'refParameter: aff sub',
    /campo "checkout\.refParameter": esperava o nome de um parâmetro, como "aff_sub"/,
  ],
])('a parameter that cannot carry the reference is told why: %s', (lines, sentence) => {
  using copy = editableCopy();
  copy.replace('site.yaml', '# platform: hotmart', lines);
  expect(copy.problems()).toEqual([expect.stringMatching(sentence)]);
});
