import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findLowContrast, listThemeColors } from './check-theme.ts';
import { problemsAfterEdit } from './editable-copy.ts';
import { contrast, STATE_COLORS } from './palette.ts';

const brand = (name: string) =>
  readFileSync(new URL(`../../brand/${name}.css`, import.meta.url), 'utf8');

const declared = (css: string) => [...css.matchAll(/--([\w-]+): ([^;]+);/g)];

/** The demonstration's own tokens, as the style sheets say them. */
function demonstrationColours(): Map<string, string> {
  const colours = new Map<string, string>();
  for (const [, name = '', value = ''] of declared(brand('tokens'))) {
    colours.set(name.replace('color-', ''), value === '#fff' ? '#ffffff' : value);
  }
  for (const tone of ['ink', 'paper', 'accent']) {
    const block = brand('tones').split(`[data-tone="${tone}"] {`)[1]?.split('}')[0] ?? '';
    for (const [, name, value = ''] of declared(block)) {
      const token = /var\(--color-(.+)\)/.exec(value)?.[1];
      colours.set(`${tone}.${name}`, token ? (colours.get(token) ?? '') : value);
    }
  }
  return colours;
}

test('the demonstration’s colours can be read on each other', () => {
  expect(findLowContrast(demonstrationColours())).toEqual([]);
});

test('the states are those of the style sheet', () => {
  const colours = demonstrationColours();
  for (const [name, value] of Object.entries(STATE_COLORS))
    expect(colours.get(name), name).toBe(value);
});

test('a whole palette made from three colours that fit can be read', () => {
  for (const [dark, light, accent] of [
    ['#2b1a24', '#fff6f2', '#ffb3c7'],
    ['#0d2b2a', '#f4fbf8', '#5fe0b7'],
    ['#000000', '#ffffff', '#ffff00'],
  ] as const) {
    expect(findLowContrast(listThemeColors({ dark, light, accent }))).toEqual([]);
  }
});

test('colours that differ too little are told with the pair, its ratio and what it needs', () => {
  const told = findLowContrast(
    listThemeColors({ dark: '#3c3f46', light: '#d8d3c8', accent: '#c9a24d' }),
  );
  expect(told).toEqual([
    {
      field: 'accent',
      sentence:
        'o contraste entre "accent" (#c9a24d) e "dark" (#3c3f46) é de 4,4:1; para se ler, precisa de pelo menos 4,5:1',
    },
    {
      field: 'dark',
      sentence:
        'o contraste entre a cor dos erros no escuro (#ff8a80) e o fundo escuro realçado (#44474d) é de 4,1:1; para se ler, precisa de pelo menos 4,5:1',
    },
    {
      field: 'light',
      sentence:
        'o contraste entre a cor dos erros no claro (#b3261e) e "light" (#d8d3c8) é de 4,4:1; para se ler, precisa de pelo menos 4,5:1',
    },
  ]);
});

const themed = (lines: string) => `theme:\n${lines}\nsections:`;

test('black on white contrasts 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('an accent that cannot be read on the dark ground is refused with the pair and its ratio', () => {
  expect(
    problemsAfterEdit(
      'site.yaml',
      'sections:',
      themed('  colors: { dark: "#2b1a14", light: "#fff5ef", accent: "#8b1e3f" }'),
    ),
  ).toEqual([
    'content/site.yaml, linha 30, campo "theme.colors.accent": o contraste entre "accent" (#8b1e3f) e "dark" (#2b1a14) é de 1,9:1; para se ler, precisa de pelo menos 4,5:1',
  ]);
});

test('colours that can be read pass', () => {
  expect(
    problemsAfterEdit(
      'site.yaml',
      'sections:',
      themed('  colors: { dark: "#2b1a14", light: "#fff5ef", accent: "#ff9eb5" }'),
    ),
  ).toEqual([]);
});

test('a face that is not there is named', () => {
  expect(
    problemsAfterEdit('site.yaml', 'sections:', themed('  fonts: { display: bolo.woff2 }')),
  ).toEqual([
    'content/site.yaml, linha 30, campo "theme.fonts.display": a letra "bolo.woff2" não está em content/fonts',
  ]);
});
