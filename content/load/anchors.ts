import type { Content } from '../schema/content.ts';
import type { ContentProblem } from './content-error.ts';
import { nearest } from './nearest.ts';
import { textsOf } from './texts-of.ts';
import { aboutField, type YamlFile } from './yaml-file.ts';

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
