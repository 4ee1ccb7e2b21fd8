import type { z } from 'zod';
import type { Content } from '../schema/content.ts';
import { findClosestName } from './closest-name.ts';
import type { ContentProblem } from './content-error.ts';
import { findSmallestRemoval } from './find-smallest-removal.ts';
import { findPictures, findPlaceholders, findTexts } from './texts.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

export const findUnknownPlaceholders = (
  file: YamlFile,
  knownNames: readonly string[],
): ContentProblem[] =>
  findTexts(file.value).flatMap(({ path, text }) =>
    findPlaceholders(text)
      .filter((name) => !knownNames.includes(name))
      .map((name) => {
        const closestName = findClosestName(name, knownNames);
        const advice = closestName
          ? `você quis dizer {${closestName}}?`
          : `os que existem são: ${knownNames.map((known) => `{${known}}`).join(', ')}`;
        return makeFieldProblem(file, path, `{${name}} não existe; ${advice}`);
      }),
  );

const listFormat = new Intl.ListFormat('pt-BR');

/** Finds known placeholders without a value, because the section or field that gives it was left out. */
export const findEmptyPlaceholders = (
  file: YamlFile,
  schema: z.ZodType,
  values: ReadonlyMap<string, string>,
): ContentProblem[] =>
  findTexts(file.value).flatMap(({ path, text }) => {
    const listUnfilled = (part: string) =>
      [...new Set(findPlaceholders(part))].filter((name) => !values.has(name));
    const names = listUnfilled(text);
    if (names.length === 0) return [];
    const placeholderList = listFormat.format(names.map((name) => `{${name}}`));
    const sentence =
      names.length === 1
        ? `${placeholderList} não tem valor: a seção ou o campo dele foi deixado de fora; tire a frase, ou ponha-o de volta`
        : `${placeholderList} não têm valor: a seção ou os campos deles foram deixados de fora; tire a frase, ou ponha-os de volta`;
    const mend = findSmallestRemoval(
      schema,
      file.value,
      path,
      (part) => listUnfilled(part).length > 0,
    );
    return { ...makeFieldProblem(file, path, sentence), mend };
  });

/** Control characters except tabs and line ends, and lone surrogates. */
const UNPRINTABLE_CHARACTER = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

export const findUnprintableTexts = (file: YamlFile): ContentProblem[] =>
  findTexts(file.value)
    .filter(({ text }) => UNPRINTABLE_CHARACTER.test(text))
    .map(({ path }) => {
      const sentence =
        'o texto tem um caractere invisível, que veio de outro programa; digite-o de novo';
      return makeFieldProblem(file, path, sentence);
    });

export const findMissingImages = (file: YamlFile, names: ReadonlySet<string>): ContentProblem[] =>
  findPictures(file.value)
    .filter(({ text }) => !names.has(text))
    .map(({ path, text }) => {
      const closestName = findClosestName(text, [...names]);
      const advice = closestName ? `; você quis dizer "${closestName}"?` : '';
      const sentence = `a imagem "${text}" não está na pasta das imagens${advice}`;
      return makeFieldProblem(file, path, sentence, 'esta imagem não existe mais; escolha outra');
    });

const listAnchors = ({ site, curriculum }: Content): string[] => [
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

export function findDeadAnchors(
  file: YamlFile,
  schema: z.ZodType,
  content: Content,
): ContentProblem[] {
  const anchors = listAnchors(content);
  return findTexts(file.value)
    .filter(({ path, text }) => path.at(-1) === 'href' && text.startsWith('#'))
    .filter(({ text }) => !anchors.includes(text))
    .map(({ path, text }) => {
      const closestAnchor = findClosestName(text, anchors);
      const advice = closestAnchor
        ? `você quis dizer "${closestAnchor}"?`
        : `as âncoras que existem são: ${anchors.join(', ')}`;
      const sentenceStart = `a página não tem a âncora "${text}"; `;
      const editorAdvice = closestAnchor
        ? advice
        : 'tire este link, ou ligue a seção a que ele leva';
      return {
        ...makeFieldProblem(file, path, sentenceStart + advice, sentenceStart + editorAdvice),
        mend: findSmallestRemoval(schema, file.value, path),
      };
    });
}
