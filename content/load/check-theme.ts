import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeContent } from '../schema/theme.ts';
import { contrast } from './colours.ts';
import { aboutField, type ContentProblem } from './content-error.ts';
import type { YamlFile } from './yaml-file.ts';

/** What error messages are set in, on the dark and on the light ground. */
const ERROR_ON_DARK = '#ff8a80';
const ERROR_ON_LIGHT = '#b3261e';

const ratio = (value: number) => value.toFixed(1).replace('.', ',');

interface Pair {
  readonly field: 'dark' | 'light' | 'accent';
  readonly names: string;
  readonly colours: readonly [string, string];
  readonly least: number;
}

const pairsOf = ({ dark, light, accent }: NonNullable<ThemeContent['colors']>): Pair[] => [
  {
    field: 'light',
    names: `"light" (${light}) e "dark" (${dark})`,
    colours: [light, dark],
    least: 7,
  },
  {
    field: 'accent',
    names: `"accent" (${accent}) e "dark" (${dark})`,
    colours: [accent, dark],
    least: 4.5,
  },
  {
    field: 'dark',
    names: `"dark" (${dark}) e a cor dos erros sobre ele (${ERROR_ON_DARK})`,
    colours: [ERROR_ON_DARK, dark],
    least: 4.5,
  },
  {
    field: 'light',
    names: `"light" (${light}) e a cor dos erros sobre ele (${ERROR_ON_LIGHT})`,
    colours: [ERROR_ON_LIGHT, light],
    least: 4.5,
  },
];

const faintPairs = (file: YamlFile, colors: ThemeContent['colors']): ContentProblem[] =>
  (colors ? pairsOf(colors) : []).flatMap(({ field, names, colours, least }) => {
    const found = contrast(...colours);
    const sentence = `o contraste entre ${names} é de ${ratio(found)}:1; para se ler, precisa de pelo menos ${ratio(least)}:1`;
    return found < least ? [aboutField(file, ['theme', 'colors', field], sentence)] : [];
  });

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
    return [aboutField(file, ['theme', 'fonts', field], `a letra "${name}" ${wrong}`)];
  });

/** Colours that could not be read on each other, and faces that are none. */
export const themeProblems = (
  file: YamlFile,
  theme: ThemeContent | undefined,
  folder: string,
): ContentProblem[] => [
  ...faintPairs(file, theme?.colors),
  ...wrongFaces(file, theme?.fonts, folder),
];
