import type { EditorSchema } from '@funil/contract/page/page-editor';
import { expect, test } from 'vitest';
import { describeForms } from './describe-content.ts';

interface NamedField {
  readonly path: string;
  readonly schema: EditorSchema;
}

const listFields = ({ path, schema }: NamedField): NamedField[] => [
  { path, schema },
  ...Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    listFields({ path: `${path}.${key}`, schema: child }),
  ),
  ...[...(schema.items?.oneOf ?? []), ...(schema.items?.properties ? [schema.items] : [])].flatMap(
    (item) => listFields({ path: `${path}[]`, schema: item }).slice(1),
  ),
];

const fields = describeForms().flatMap(({ key, schema }) =>
  listFields({ path: key, schema }).slice(1),
);

test('names every field in a few words, without code', () => {
  const wrong = fields.filter(
    ({ schema: { title = '' } }) => title === '' || title.length > 62 || /[`{}]/.test(title),
  );
  expect(wrong.map(({ path, schema }) => `${path}: ${schema.title}`)).toEqual([]);
});

test('describes fields without names of files and values of YAML', () => {
  const wrong = fields.filter(({ schema: { description = '' } }) =>
    /\.ya?ml|content\/|docs\/|construção|“"|“(true|false|null|\[\])”|`/.test(description),
  );
  expect(wrong.map(({ path, schema }) => `${path}: ${schema.description}`)).toEqual([]);
});

test('shows site.yaml as four topics, each field in one', () => {
  const topics = describeForms().filter(({ key }) => key === 'site');
  expect(topics.map(({ title }) => title)).toEqual(['Marca', 'Cores', 'Checkout', 'Medição']);
  const names = topics.map(({ schema }) => Object.keys(schema.properties ?? {}));
  expect(names.slice(1)).toEqual([
    ['themeColor', 'theme'],
    ['checkout', 'products'],
    ['tracking', 'consent'],
  ]);
  expect(new Set(names.flat()).size).toBe(names.flat().length);
});

test('names every choice', () => {
  const wrong = fields.filter(({ schema }) =>
    schema.enum?.some((value) => !schema.labels?.[value]),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
