import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTrackedFiles } from '../testkit/tracked-files.ts';
import { root } from './build-part.ts';

const PRONOUN = /^(?:It|Its|They|Their|Those|These|One|Both|Each|What|Who|Whom|Whose)\b/;
const MAX_COMMENT_LINE_LENGTH = 120;
const RELEASED = readFileSync(join(root, 'server/src/store/released-migrations.sha256'), 'utf8');
/** Released migrations, and the code that translates them, are left out, because they are never edited. */
const SOURCES = listTrackedFiles('*.ts', '*.tsx', '*.mjs', '*.js', '*.css', '*.astro').filter(
  (file) => !RELEASED.includes(`  ${file}\n`),
);

const COMMENT = /^[ \t]*(?:\/\/.*(?:\n[ \t]*\/\/.*)*|\{?\/\*[\s\S]*?\*\/)/gm;
const LINE_START = /^[ \t]*(?:\/\/|\{?\/\*+|\*)/gm;

test('begins no sentence of a comment with a pronoun', () => {
  const badSentences = SOURCES.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
      comment
        .replace(LINE_START, '')
        .split(/(?<=[.:;?!])\s+|\n\s*\n/)
        .filter((sentence) => PRONOUN.test(sentence.trim()))
        .map((sentence) => `${file}:${text.slice(0, index).split('\n').length}: ${sentence}`),
    );
  });
  expect(badSentences).toEqual([]);
});

test('wraps the lines of comments, except rows of a table', () => {
  const badLines = SOURCES.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\{?\/\*|\* (?!\|)|\/\/)/.test(line))
      .filter((line) => line.length > MAX_COMMENT_LINE_LENGTH)
      .map((line) => `${file}: ${line}`),
  );
  expect(badLines).toEqual([]);
});
