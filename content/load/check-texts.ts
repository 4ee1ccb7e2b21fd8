import type { Content } from '../schema/content.ts';
import type { ContentProblem } from './content-error.ts';
import { nearest } from './nearest.ts';
import { picturesOf, placeholdersIn, textsOf } from './texts.ts';
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
  picturesOf(file.value)
    .filter(({ text }) => !names.has(text))
    .map(({ path, text }) => {
      const guess = nearest(text, [...names]);
      const advice = guess ? `; você quis dizer "${guess}"?` : '';
      return aboutField(file, path, `a imagem "${text}" não está em content/images${advice}`);
    });

/** Every `#anchor` of the page. */
const anchorsOf = ({ site, curriculum }: Content): string[] => [
  '#inicio',
  '#conteudo',
  '#footer',
  '#privacidade',
  ...(site.sections.includes('aplicacao') ? ['#formulario-aplicacao'] : []),
  ...(site.sections.includes('oferta') ? ['#oferta'] : []),
  ...(site.sections.includes('fundador') ? ['#fundador'] : []),
  ...site.sections.map((name) => `#titulo-${name}`),
  ...(curriculum?.modules ?? []).map(({ id }) => `#modulo-${id}`),
];

/** Links to places that the page does not have. */
export const deadAnchors = (file: YamlFile, content: Content): ContentProblem[] => {
  const anchors = anchorsOf(content);
  return textsOf(file.value)
    .filter(({ path, text }) => path.at(-1) === 'href' && /^#/.test(text))
    .filter(({ text }) => !anchors.includes(text))
    .map(({ path, text }) => {
      const guess = nearest(text, anchors);
      const advice = guess
        ? `você quis dizer "${guess}"?`
        : `as âncoras que existem são: ${anchors.join(', ')}`;
      return aboutField(file, path, `a página não tem a âncora "${text}"; ${advice}`);
    });
};
