import { mix } from '@funil/brand/mix';
import { expect, test } from 'vitest';
import { contrast, fade } from './colours.ts';
import { editableCopy } from './editable-copy.ts';

const themed = (lines: string) => `theme:\n${lines}\nsections:`;

test('black on white contrasts 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('a faded text stays readable', () => {
  expect(contrast(fade('#2b1a14', ['#fff5ef'], 4.5), '#fff5ef')).toBeGreaterThan(4.5);
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

test('an accent that cannot be read on the dark ground is refused with the pair and its ratio', () => {
  using copy = editableCopy();
  copy.replace(
    'site.yaml',
    'sections:',
    themed('  colors: { dark: "#2b1a14", light: "#fff5ef", accent: "#8b1e3f" }'),
  );
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 30, campo "theme.colors.accent": o contraste entre "accent" (#8b1e3f) e "dark" (#2b1a14) é de 1,9:1; para se ler, precisa de pelo menos 4,5:1',
  ]);
});

test('colours that can be read pass', () => {
  using copy = editableCopy();
  copy.replace(
    'site.yaml',
    'sections:',
    themed('  colors: { dark: "#2b1a14", light: "#fff5ef", accent: "#ff9eb5" }'),
  );
  expect(copy.problems()).toEqual([]);
});

test('a face that is not there is named', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'sections:', themed('  fonts: { display: bolo.woff2 }'));
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 30, campo "theme.fonts.display": a letra "bolo.woff2" não está em content/fonts',
  ]);
});
