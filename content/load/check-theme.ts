import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeContent } from '../schema/theme.ts';
import { faintPairs, themeColours } from './check-contrast.ts';
import type { ContentProblem } from './content-error.ts';
import { aboutField, type YamlFile } from './yaml-file.ts';

const faintColours = (file: YamlFile, colors: ThemeContent['colors']): ContentProblem[] =>
  (colors ? faintPairs(themeColours(colors)) : []).map(({ field, sentence }) =>
    aboutField(file, ['theme', 'colors', field], sentence),
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
    return [aboutField(file, ['theme', 'fonts', field], `a letra "${name}" ${wrong}`)];
  });

/** Colours that could not be read on each other, and faces that are none. */
export const themeProblems = (
  file: YamlFile,
  theme: ThemeContent | undefined,
  folder: string,
): ContentProblem[] => [
  ...faintColours(file, theme?.colors),
  ...wrongFaces(file, theme?.fonts, folder),
];
