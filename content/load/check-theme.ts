import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeColors, ThemeContent } from '../schema/theme.ts';
import type { ContentProblem } from './content-error.ts';
import { contrast, derivePalette, STATE_COLORS } from './palette.ts';
import { describeFieldProblem, type YamlFile } from './yaml-file.ts';

/** WCAG 2: what is read, and what is large or a control (1.4.3, 1.4.11). */
const TEXT = 4.5;
const LARGE = 3;

/** A token that stands on others, the least contrast with each, and the field of `theme.colors` to mend. */
interface ContrastRow {
  readonly token: string;
  readonly on: readonly string[];
  readonly least: number;
  readonly field: keyof ThemeColors;
}

const DARK = ['ink', 'ink-2', 'ink-3'];
const LIGHT = ['paper', 'paper-raised', 'white'];

/** Every pair of tokens that the page sets on one another; `ink.muted` is the `--muted` of that ground. */
const CONTRAST: readonly ContrastRow[] = [
  { token: 'on-ink', on: [...DARK, 'ink-4'], least: TEXT, field: 'light' },
  { token: 'ink.muted', on: DARK, least: TEXT, field: 'light' },
  { token: 'ink.edge', on: DARK, least: LARGE, field: 'light' },
  { token: 'lime', on: ['ink', 'ink-2'], least: TEXT, field: 'accent' },
  { token: 'lime', on: ['ink-3'], least: LARGE, field: 'accent' },
  { token: 'amber', on: ['ink', 'ink-2'], least: TEXT, field: 'dark' },
  { token: 'red', on: DARK, least: TEXT, field: 'dark' },
  { token: 'blue', on: ['ink-3'], least: TEXT, field: 'dark' },
  { token: 'green', on: ['ink-3'], least: TEXT, field: 'dark' },
  { token: 'on-paper', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.muted', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.edge', on: LIGHT, least: LARGE, field: 'light' },
  { token: 'red-deep', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.struck', on: ['paper', 'paper-raised'], least: LARGE, field: 'light' },
  { token: 'ink', on: ['lime', 'lime-over', 'lime-down'], least: TEXT, field: 'accent' },
  { token: 'accent.muted', on: ['lime'], least: TEXT, field: 'accent' },
  { token: 'accent.edge', on: ['lime'], least: LARGE, field: 'accent' },
];

/** What an error calls a token: the field it is, or what it does on the page. */
const TOKEN_NAMES: Record<string, string> = {
  ink: '"dark"',
  'ink-2': 'o fundo escuro realçado',
  'ink-3': 'o fundo escuro dos cartões',
  'ink-4': 'o fundo escuro apontado',
  'on-ink': '"light"',
  'ink.muted': 'o texto discreto no escuro',
  'ink.edge': 'a borda dos campos no escuro',
  paper: '"light"',
  'paper-raised': 'o fundo claro realçado',
  white: 'o branco dos campos',
  'on-paper': '"dark"',
  'paper.muted': 'o texto discreto no claro',
  'paper.edge': 'a borda dos campos no claro',
  'paper.struck': 'o risco do preço',
  lime: '"accent"',
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

/** A pair below its least ratio. */
interface LowContrastPair {
  readonly field: ContrastRow['field'];
  readonly sentence: string;
}

/** Hexadecimal colours by token, as CONTRAST names them. */
type TokenColours = ReadonlyMap<string, string>;

/** A brand's tokens, the states included. */
export function listThemeColors(colors: ThemeColors): TokenColours {
  const { root, ...tones } = derivePalette(colors);
  const toned = Object.entries(tones).flatMap(([tone, shades]) =>
    Object.entries(shades).map(([name, value]) => [`${tone}.${name}`, value] as const),
  );
  return new Map([...Object.entries(root), ...Object.entries(STATE_COLORS), ...toned]);
}

const ratio = (value: number) => value.toFixed(1).replace('.', ',');

/** Of the grounds on which a token is too faint the first one, which is the plainest to name. */
function faintOn(
  colours: TokenColours,
  { token, on, least, field }: ContrastRow,
): LowContrastPair[] {
  const own = colours.get(token) ?? '';
  for (const ground of on) {
    const other = colours.get(ground) ?? '';
    const found = contrast(own, other);
    if (found >= least) continue;
    const names = `${TOKEN_NAMES[token]} (${own}) e ${TOKEN_NAMES[ground]} (${other})`;
    const need = `${least === 3 ? 'para se ver' : 'para se ler'}, precisa de pelo menos ${ratio(least)}:1`;
    return [{ field, sentence: `o contraste entre ${names} é de ${ratio(found)}:1; ${need}` }];
  }
  return [];
}

/** The first pair of each field that cannot be read, or seen, in Portuguese: the others mostly mend with it. */
export function findLowContrast(colours: TokenColours): LowContrastPair[] {
  const faint = CONTRAST.flatMap((row) => faintOn(colours, row));
  return faint.filter(
    ({ field }, index) => faint.findIndex((one) => one.field === field) === index,
  );
}

const faintColours = (file: YamlFile, colors: ThemeContent['colors']): ContentProblem[] =>
  (colors ? findLowContrast(listThemeColors(colors)) : []).map(({ field, sentence }) =>
    describeFieldProblem(file, ['theme', 'colors', field], sentence),
  );

const isWoff2 = (path: string): boolean | undefined => {
  try {
    return readFileSync(path).toString('latin1', 0, 4) === 'wOF2';
  } catch {
    // Not there, or not readable: either way the operator is told that it is missing.
    return undefined;
  }
};

const wrongFaces = (
  file: YamlFile,
  fonts: ThemeContent['fonts'],
  folder: string,
): ContentProblem[] =>
  Object.entries(fonts ?? {}).flatMap(([field, name]) => {
    if (!name?.endsWith('.woff2')) return [];
    const isFace = isWoff2(join(folder, 'fonts', name));
    if (isFace) return [];
    const wrong = isFace === undefined ? 'não está em content/fonts' : 'não é um arquivo WOFF2';
    return [describeFieldProblem(file, ['theme', 'fonts', field], `a letra "${name}" ${wrong}`)];
  });

/** Colours that could not be read on each other, and faces that are none. */
export const findThemeProblems = (
  file: YamlFile,
  theme: ThemeContent | undefined,
  folder: string,
): ContentProblem[] => [
  ...faintColours(file, theme?.colors),
  ...wrongFaces(file, theme?.fonts, folder),
];
