import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './build-part.ts';
import { listTrackedFiles } from './tracked-files.ts';

const PRONOUN = /^(?:It|Its|They|Those|These|One|Both|Each)\b/;
const SOURCES = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.astro', '*.sql'];

/** Returns the first words of each comment in a file, with the number of its line. */
function readComments(file: string) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const mark = file.endsWith('.sql') ? '--' : '//';
  return lines.flatMap((text, index) => {
    const isContinued = lines[index - 1]?.trim().startsWith(mark) === true;
    if (text.trim().startsWith(mark)) {
      return isContinued ? [] : [{ line: index + 1, words: text.trim().slice(2).trim() }];
    }
    const [, start] = /^\s*\{?\/\*+(.*)/.exec(text) ?? [];
    if (start === undefined) return [];
    const words = start.trim() || (lines[index + 1] ?? '').trim().replace(/^\*/, '');
    return [{ line: index + 1, words: words.trim() }];
  });
}

test('begins no comment with a pronoun', () => {
  const found = listTrackedFiles(...SOURCES).flatMap((file) =>
    readComments(file).flatMap(({ line, words }) =>
      PRONOUN.test(words) ? [`${file}:${line}: ${words}`] : [],
    ),
  );
  expect(found).toEqual([]);
});
