import type { Content } from '../schema/content.ts';
import { findClosestName } from './closest-name.ts';
import type { ContentProblem } from './content-error.ts';
import { findPictures, findPlaceholders, findTexts } from './texts.ts';
import { describeFieldProblem, type YamlFile } from './yaml-file.ts';

const adviceFor = (name: string, known: readonly string[]): string => {
  const guess = findClosestName(name, known);
  return guess
    ? `você quis dizer {${guess}}?`
    : `os que existem são: ${known.map((other) => `{${other}}`).join(', ')}`;
};

/** Names in braces that are not among `known`. */
export const findUnknownPlaceholders = (
  file: YamlFile,
  known: readonly string[],
): ContentProblem[] =>
  findTexts(file.value).flatMap(({ path, text }) =>
    findPlaceholders(text)
      .filter((name) => !known.includes(name))
      .map((name) =>
        describeFieldProblem(file, path, `{${name}} não existe; ${adviceFor(name, known)}`),
      ),
  );

/** Names in braces whose section or field is left out. */
export const findEmptyPlaceholders = (
  file: YamlFile,
  values: ReadonlyMap<string, string>,
): ContentProblem[] =>
  findTexts(file.value).flatMap(({ path, text }) =>
    findPlaceholders(text)
      .filter((name) => !values.has(name))
      .map((name) =>
        describeFieldProblem(
          file,
          path,
          `{${name}} não tem valor: a seção ou o campo dele foi deixado de fora`,
        ),
      ),
  );

/** Pictures that are not among `names`. */
export const findMissingImages = (file: YamlFile, names: ReadonlySet<string>): ContentProblem[] =>
  findPictures(file.value)
    .filter(({ text }) => !names.has(text))
    .map(({ path, text }) => {
      const guess = findClosestName(text, [...names]);
      const advice = guess ? `; você quis dizer "${guess}"?` : '';
      return describeFieldProblem(
        file,
        path,
        `a imagem "${text}" não está em content/images${advice}`,
      );
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
export const findDeadAnchors = (file: YamlFile, content: Content): ContentProblem[] => {
  const anchors = anchorsOf(content);
  return findTexts(file.value)
    .filter(({ path, text }) => path.at(-1) === 'href' && /^#/.test(text))
    .filter(({ text }) => !anchors.includes(text))
    .map(({ path, text }) => {
      const guess = findClosestName(text, anchors);
      const advice = guess
        ? `você quis dizer "${guess}"?`
        : `as âncoras que existem são: ${anchors.join(', ')}`;
      return describeFieldProblem(file, path, `a página não tem a âncora "${text}"; ${advice}`);
    });
};
