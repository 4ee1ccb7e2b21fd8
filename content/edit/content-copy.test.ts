import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { changeTexts, readTexts, readValues, writeTexts } from './content-copy.ts';

test('writes changed files only, with their comments', () => {
  using copy = makeEditableCopy();
  const texts = readTexts(copy.folder);
  const values = readValues(texts);
  const hero = { ...Object(values.hero), title: 'Outro título' };
  const changed = changeTexts(texts, { ...values, hero });
  writeTexts(copy.folder, changed);
  const after = readTexts(copy.folder);
  expect(after.hero).toContain('title: Outro título\n');
  expect(after.hero).toContain('# yaml-language-server: $schema=./editor/hero.json');
  expect({ ...after, hero: '' }).toEqual({ ...texts, hero: '' });
});

test('finishes a replacement that a killed process began', () => {
  using copy = makeEditableCopy();
  writeFileSync(join(copy.folder, 'hero.yaml.new'), 'title: novo\n');
  writeFileSync(join(copy.folder, '.publishing'), '');
  expect(readTexts(copy.folder).hero).toBe('title: novo\n');
  expect(existsSync(join(copy.folder, '.publishing'))).toBe(false);
});

test('changes nothing when a file cannot be written', () => {
  using copy = makeEditableCopy();
  const texts = readTexts(copy.folder);
  // A folder in the new file's place fails for root, too, as a full disk does.
  mkdirSync(join(copy.folder, 'offer.yaml.new'));
  expect(() => writeTexts(copy.folder, { ...texts, hero: 'title: a\n', offer: 'b: c\n' })).toThrow(
    'EISDIR',
  );
  expect(readTexts(copy.folder).hero).toBe(texts.hero);
});

test('replaces no file by an incomplete one of a killed process', () => {
  using copy = makeEditableCopy();
  const texts = readTexts(copy.folder);
  writeFileSync(join(copy.folder, 'hero.yaml.new'), 'tit');
  writeTexts(copy.folder, { ...texts, offer: 'b: c\n' });
  expect(readTexts(copy.folder)).toEqual({ ...texts, offer: 'b: c\n' });
});
