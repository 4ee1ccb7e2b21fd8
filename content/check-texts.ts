import type { ContentProblem } from './content-error.ts';
import { fieldName } from './field-name.ts';
import { placeholdersIn } from './interpolate.ts';
import { nearest } from './nearest.ts';
import { placeholderNames } from './placeholders.ts';
import { type FoundText, textsOf } from './texts-of.ts';
import type { YamlFile } from './yaml-file.ts';

const aboutText = (file: YamlFile, { path }: FoundText, sentence: string): ContentProblem => ({
  file: file.name,
  line: file.lineOf(path),
  sentence: `campo "${fieldName(path)}": ${sentence}`,
});

const adviceFor = (name: string): string => {
  const guess = nearest(name, placeholderNames);
  return guess
    ? `você quis dizer {${guess}}?`
    : `os que existem são: ${placeholderNames.map((known) => `{${known}}`).join(', ')}`;
};

/** Names in braces that stand for nothing. */
export const unknownPlaceholders = (file: YamlFile): ContentProblem[] =>
  textsOf(file.value).flatMap((found) =>
    placeholdersIn(found.text)
      .filter((name) => !placeholderNames.includes(name))
      .map((name) => aboutText(file, found, `{${name}} não existe; ${adviceFor(name)}`)),
  );

/** Pictures (every field called `image`) that are not among `names`. */
export const missingImages = (file: YamlFile, names: ReadonlySet<string>): ContentProblem[] =>
  textsOf(file.value)
    .filter(({ path, text }) => path.at(-1) === 'image' && !names.has(text))
    .map((found) => {
      const guess = nearest(found.text, [...names]);
      const advice = guess ? `; você quis dizer "${guess}"?` : '';
      return aboutText(file, found, `a imagem "${found.text}" não está em content/images${advice}`);
    });
