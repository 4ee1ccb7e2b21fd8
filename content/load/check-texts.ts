import { pictureFields } from '../schema/image.ts';
import type { ContentProblem } from './content-error.ts';
import { placeholdersIn } from './interpolate.ts';
import { nearest } from './nearest.ts';
import { textsOf } from './texts-of.ts';
import { aboutField, type YamlFile } from './yaml-file.ts';

const adviceFor = (name: string, known: readonly string[]): string => {
  const guess = nearest(name, known);
  return guess
    ? `você quis dizer {${guess}}?`
    : `os que existem são: ${known.map((other) => `{${other}}`).join(', ')}`;
};

/** Names in braces that are not among `known`. */
export const unknownPlaceholders = (file: YamlFile, known: readonly string[]): ContentProblem[] =>
  textsOf(file.value).flatMap(({ path, text }) =>
    placeholdersIn(text)
      .filter((name) => !known.includes(name))
      .map((name) => aboutField(file, path, `{${name}} não existe; ${adviceFor(name, known)}`)),
  );

/** Names in braces whose section or field is left out. */
export const emptyPlaceholders = (
  file: YamlFile,
  values: ReadonlyMap<string, string>,
): ContentProblem[] =>
  textsOf(file.value).flatMap(({ path, text }) =>
    placeholdersIn(text)
      .filter((name) => !values.has(name))
      .map((name) =>
        aboutField(
          file,
          path,
          `{${name}} não tem valor: a seção ou o campo dele foi deixado de fora`,
        ),
      ),
  );

/** Pictures that are not among `names`. */
export const missingImages = (file: YamlFile, names: ReadonlySet<string>): ContentProblem[] =>
  textsOf(file.value)
    .filter(({ path, text }) => pictureFields.includes(path.at(-1) ?? '') && !names.has(text))
    .map(({ path, text }) => {
      const guess = nearest(text, [...names]);
      const advice = guess ? `; você quis dizer "${guess}"?` : '';
      return aboutField(file, path, `a imagem "${text}" não está em content/images${advice}`);
    });
