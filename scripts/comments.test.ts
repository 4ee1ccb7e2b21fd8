import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './build-part.ts';
import { listTrackedFiles } from './tracked-files.ts';

const PRONOUN = /^(?:It|Its|They|Those|These|One|Both|Each|What|Who|Whom|Whose)\b/;
const MAX_COMMENT_LINE_LENGTH = 120;
const RELEASED = readFileSync(join(root, 'server/src/store/released-migrations.sha256'), 'utf8');
/** Released migrations, and the code that translates them, are left out, because they are never edited. */
const SOURCES = listTrackedFiles('*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.astro').filter(
  (file) => !RELEASED.includes(`  ${file}\n`),
);

/** Returns the first words of each comment in a file, with the number of its line. */
function readComments(file: string) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const isContinued = lines[index - 1]?.trim().startsWith('//') === true;
    if (text.trim().startsWith('//')) {
      return isContinued ? [] : [{ line: index + 1, words: text.trim().slice(2).trim() }];
    }
    const [, start] = /^\s*\{?\/\*+(.*)/.exec(text) ?? [];
    if (start === undefined) return [];
    const words = start.trim() || (lines[index + 1] ?? '').trim().replace(/^\*/, '');
    return [{ line: index + 1, words: words.trim() }];
  });
}

test('begins no comment with a pronoun', () => {
  const found = SOURCES.flatMap((file) =>
    readComments(file).flatMap(({ line, words }) =>
      PRONOUN.test(words) ? [`${file}:${line}: ${words}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

test('wraps the lines of comments', () => {
  const found = SOURCES.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\{?\/\*|\* |\/\/)/.test(line))
      .filter((line) => line.length > MAX_COMMENT_LINE_LENGTH)
      .map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
