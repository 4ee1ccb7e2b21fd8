import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredContrast } from '@funil/contract/page/page-editor';
import type { ThemeColors, ThemeContent } from '../schema/theme.ts';
import type { ContentProblem } from './content-error.ts';
import { contrast, derivePalette, STATE_COLORS } from './palette.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

/** Minimum contrast of WCAG 2 for text (1.4.3), and for large text and controls (1.4.11). */
const TEXT_RATIO = 4.5;
const NON_TEXT_RATIO = 3;

/** A color token and its backgrounds; `ink.muted` is `--muted` on the background `ink`. */
interface ColorPair {
  readonly token: string;
  readonly backgrounds: readonly string[];
  readonly minRatio: number;
  /** The theme's color that the seller must change if the contrast is too low. */
  readonly field: keyof ThemeColors;
}

const DARK_GROUNDS = ['ink', 'ink-2', 'ink-3'];
const LIGHT_GROUNDS = ['paper', 'paper-raised', 'white'];

const COLOR_PAIRS: readonly ColorPair[] = [
  {
    token: 'on-ink',
    backgrounds: [...DARK_GROUNDS, 'ink-4'],
    minRatio: TEXT_RATIO,
    field: 'light',
  },
  { token: 'ink.muted', backgrounds: DARK_GROUNDS, minRatio: TEXT_RATIO, field: 'light' },
  { token: 'ink.edge', backgrounds: DARK_GROUNDS, minRatio: NON_TEXT_RATIO, field: 'light' },
  { token: 'lime', backgrounds: ['ink', 'ink-2'], minRatio: TEXT_RATIO, field: 'accent' },
  { token: 'lime', backgrounds: ['ink-3'], minRatio: NON_TEXT_RATIO, field: 'accent' },
  { token: 'amber', backgrounds: ['ink', 'ink-2'], minRatio: TEXT_RATIO, field: 'dark' },
  { token: 'red', backgrounds: DARK_GROUNDS, minRatio: TEXT_RATIO, field: 'dark' },
  { token: 'blue', backgrounds: ['ink-3'], minRatio: TEXT_RATIO, field: 'dark' },
  { token: 'green', backgrounds: ['ink-3'], minRatio: TEXT_RATIO, field: 'dark' },
  { token: 'on-paper', backgrounds: LIGHT_GROUNDS, minRatio: TEXT_RATIO, field: 'light' },
  { token: 'paper.muted', backgrounds: LIGHT_GROUNDS, minRatio: TEXT_RATIO, field: 'light' },
  { token: 'paper.edge', backgrounds: LIGHT_GROUNDS, minRatio: NON_TEXT_RATIO, field: 'light' },
  { token: 'red-deep', backgrounds: LIGHT_GROUNDS, minRatio: TEXT_RATIO, field: 'light' },
  {
    token: 'paper.struck',
    backgrounds: ['paper', 'paper-raised'],
    minRatio: NON_TEXT_RATIO,
    field: 'light',
  },
  {
    token: 'ink',
    backgrounds: ['lime', 'lime-over', 'lime-down'],
    minRatio: TEXT_RATIO,
    field: 'accent',
  },
  { token: 'accent.muted', backgrounds: ['lime'], minRatio: TEXT_RATIO, field: 'accent' },
  { token: 'accent.edge', backgrounds: ['lime'], minRatio: NON_TEXT_RATIO, field: 'accent' },
];

/** A token's name in messages: the field, or the token's purpose on the page. */
const TOKEN_NAMES: Record<string, string> = {
  ink: 'o fundo escuro',
  'ink-2': 'o fundo escuro realçado',
  'ink-3': 'o fundo escuro dos cartões',
  'ink-4': 'o fundo escuro apontado',
  'on-ink': 'o fundo claro',
  'ink.muted': 'o texto discreto no escuro',
  'ink.edge': 'a borda dos campos no escuro',
  paper: 'o fundo claro',
  'paper-raised': 'o fundo claro realçado',
  white: 'o branco dos campos',
  'on-paper': 'o fundo escuro',
  'paper.muted': 'o texto discreto no claro',
  'paper.edge': 'a borda dos campos no claro',
  'paper.struck': 'o risco do preço',
  lime: 'a cor de destaque',
  'lime-over': 'o botão apontado',
  'lime-down': 'o botão apertado',
  'accent.muted': 'o texto discreto sobre o destaque',
  'accent.edge': 'as bordas sobre o destaque',
  amber: 'o âmbar das vagas',
  red: 'a cor dos erros no escuro',
  'red-deep': 'a cor dos erros no claro',
  blue: 'o azul de "salvando"',
  green: 'o verde de "salvo"',
};

type TokenColors = ReadonlyMap<string, string>;

/** Returns a theme's hexadecimal colors by token, as COLOR_PAIRS names them. */
export function listThemeColors(colors: ThemeColors): TokenColors {
  const { root, ...tones } = derivePalette(colors);
  const toneColors = Object.entries(tones).flatMap(([tone, shades]) =>
    Object.entries(shades).map(([name, value]) => [`${tone}.${name}`, value] as const),
  );
  return new Map([...Object.entries(root), ...Object.entries(STATE_COLORS), ...toneColors]);
}

const formatRatio = (value: number) => value.toFixed(1).replace('.', ',');

/** Explains the first background with too little contrast; null if all have enough. */
function explainLowContrast(
  colors: TokenColors,
  { token, backgrounds, minRatio }: ColorPair,
): string | null {
  const color = colors.get(token) ?? '';
  for (const background of backgrounds) {
    const ground = colors.get(background) ?? '';
    const ratio = contrast(color, ground);
    if (ratio >= minRatio) continue;
    const names = `${TOKEN_NAMES[token]} (${color}) e ${TOKEN_NAMES[background]} (${ground})`;
    const purpose = minRatio === NON_TEXT_RATIO ? 'para se ver' : 'para se ler';
    return `o contraste entre ${names} é de ${formatRatio(ratio)}:1; ${purpose}, precisa de pelo menos ${formatRatio(minRatio)}:1`;
  }
  return null;
}

/** Explains one low pair per field, because a new color mostly corrects the others too. */
export function findLowContrast(colors: TokenColors): ReadonlyMap<keyof ThemeColors, string> {
  const sentencesByField = new Map<keyof ThemeColors, string>();
  for (const pair of COLOR_PAIRS) {
    const sentence = sentencesByField.has(pair.field) ? null : explainLowContrast(colors, pair);
    if (sentence !== null) sentencesByField.set(pair.field, sentence);
  }
  return sentencesByField;
}

/** Returns for each color the pair that is closest to its limit, or furthest below it. */
export function measureContrasts(theme: ThemeColors): MeasuredContrast[] {
  const colors = listThemeColors(theme);
  const colorOf = (token: string) => colors.get(token) ?? '';
  const measuredPairs = COLOR_PAIRS.flatMap(({ token, backgrounds, minRatio: needed, field }) =>
    backgrounds.map((background) => {
      const ratio = contrast(colorOf(token), colorOf(background));
      return { field, needed, ratio: Math.round(ratio * 10) / 10 };
    }),
  );
  const isWorse = (measured: MeasuredContrast, compared: MeasuredContrast) =>
    measured.ratio / measured.needed < compared.ratio / compared.needed;
  return (['dark', 'light', 'accent'] as const).flatMap((field) =>
    measuredPairs
      .filter((pair) => pair.field === field)
      .reduce<MeasuredContrast[]>(
        ([worst], pair) => [worst && !isWorse(pair, worst) ? worst : pair],
        [],
      ),
  );
}

function explainFontFile(path: string): string | null {
  try {
    const isWoff2 = readFileSync(path).toString('latin1', 0, 4) === 'wOF2';
    return isWoff2 ? null : 'não é um arquivo WOFF2';
  } catch {
    // A file that cannot be read is reported as missing, too.
    return 'não está em content/fonts';
  }
}

export function findThemeProblems(
  file: YamlFile,
  { colors, fonts = {} }: ThemeContent,
  folder: string,
): ContentProblem[] {
  const lowContrast = colors ? findLowContrast(listThemeColors(colors)) : [];
  const colorProblems = [...lowContrast].map(([field, sentence]) =>
    makeFieldProblem(file, ['theme', 'colors', field], sentence),
  );
  const fontProblems = Object.entries(fonts).flatMap(([field, name]) => {
    const reason = name?.endsWith('.woff2') ? explainFontFile(join(folder, 'fonts', name)) : null;
    if (reason === null) return [];
    return makeFieldProblem(
      file,
      ['theme', 'fonts', field],
      `a letra "${name}" ${reason}`,
      `a letra "${name}" não existe mais, ou não serve; escolha outra`,
    );
  });
  return [...colorProblems, ...fontProblems];
}
