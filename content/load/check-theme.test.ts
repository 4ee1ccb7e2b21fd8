import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { findLowContrast, listThemeColors } from './check-theme.ts';
import { contrast, STATE_COLORS } from './palette.ts';

const readBrandCss = (name: string) =>
  readFileSync(new URL(`../../brand/${name}.css`, import.meta.url), 'utf8');

const listDeclarations = (css: string) => [...css.matchAll(/--([\w-]+): ([^;]+);/g)];

/** Returns the demonstration's tokens from the style sheets. */
function readDemoColors(): Map<string, string> {
  const colors = new Map<string, string>();
  for (const [, name = '', value = ''] of listDeclarations(readBrandCss('tokens'))) {
    colors.set(name.replace('color-', ''), value === '#fff' ? '#ffffff' : value);
  }
  for (const tone of ['ink', 'paper', 'accent']) {
    const block = readBrandCss('tones').split(`[data-tone="${tone}"] {`)[1]?.split('}')[0] ?? '';
    for (const [, name, value = ''] of listDeclarations(block)) {
      const token = /var\(--color-(.+)\)/.exec(value)?.[1];
      colors.set(`${tone}.${name}`, token ? (colors.get(token) ?? '') : value);
    }
  }
  return colors;
}

test('finds enough contrast in the demonstration’s colors', () => {
  expect(findLowContrast(readDemoColors()).size).toBe(0);
});

test('measures the same state colors as the style sheet has', () => {
  const colors = readDemoColors();
  for (const [name, value] of Object.entries(STATE_COLORS))
    expect(colors.get(name), name).toBe(value);
});

test('finds enough contrast in palettes derived from suitable colors', () => {
  for (const [dark, light, accent] of [
    ['#2b1a24', '#fff6f2', '#ffb3c7'],
    ['#0d2b2a', '#f4fbf8', '#5fe0b7'],
    ['#000000', '#ffffff', '#ffff00'],
  ] as const) {
    expect(findLowContrast(listThemeColors({ dark, light, accent })).size).toBe(0);
  }
});

test('explains pairs with too little contrast by their colors and ratios', () => {
  const found = findLowContrast(
    listThemeColors({ dark: '#3c3f46', light: '#d8d3c8', accent: '#c9a24d' }),
  );
  expect([...found]).toEqual([
    [
      'accent',
      'o contraste entre a cor de destaque (#c9a24d) e o fundo escuro (#3c3f46) é de 4,4:1; para se ler, precisa de pelo menos 4,5:1',
    ],
    [
      'dark',
      'o contraste entre a cor dos erros no escuro (#ff8a80) e o fundo escuro realçado (#44474d) é de 4,1:1; para se ler, precisa de pelo menos 4,5:1',
    ],
    [
      'light',
      'o contraste entre a cor dos erros no claro (#b3261e) e o fundo claro (#d8d3c8) é de 4,4:1; para se ler, precisa de pelo menos 4,5:1',
    ],
  ]);
});

test('computes the contrast ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each([
  [
    'colors: { dark: "#2b1a14", light: "#fff5ef", accent: "#8b1e3f" }',
    'colors.accent": o contraste entre a cor de destaque (#8b1e3f) e o fundo escuro (#2b1a14) é de 1,9:1; para se ler, precisa de pelo menos 4,5:1',
  ],
  [
    'fonts: { display: bolo.woff2 }',
    'fonts.display": a letra "bolo.woff2" não está em content/fonts',
  ],
])('reports a color or font of the theme at its line: %s', (themeLine, problem) => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'sections:', `theme:\n  ${themeLine}\nsections:`);
  const line = copy.lineOf('site.yaml', themeLine);
  expect(copy.problems()).toEqual([`content/site.yaml, linha ${line}, campo "theme.${problem}`]);
});
