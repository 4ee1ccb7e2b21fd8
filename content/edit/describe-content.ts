import { capitalize } from '@funil/contract/characters';
import { sectionLabel } from '@funil/contract/console/answer-labels';
import type { EditorForm, EditorSchema } from '@funil/contract/page/page-editor';
import { SECTIONS } from '@funil/contract/site/sections';
import { type FileKey, fileKeys } from '../load/content-files.ts';
import { editorSchema } from '../manual/editor-schema.ts';

/** Titles of the files that no section of the page shows. */
const FILE_TITLES: Partial<Record<FileKey, string>> = {
  leadDialog: 'Formulário curto',
  applicationModal: 'Aplicação em etapas',
  notFound: 'Páginas de erro',
};

const FIXED_SECTIONS: readonly FileKey[] = ['header', 'hero', 'footer'];

/** The part of a description that names the field: `Preço à vista, como …` → `Preço à vista`. */
const FIELD_NAME = /^[^.:;,(]*/;

/** Parts of a description that say how to write YAML, which means nothing in a form. */
const ABOUT_YAML =
  /`(false|null|\[\]|[\w-]+\.(yaml|png|woff2)|content\/\w+|\d+ centavos)`|\bdocs\/|\bentre aspas\b|\bsem o campo\b|\bn?a construção\b/i;

/** Omits code marks and advice about YAML. */
function explainInForm(description: string, labels: EditorSchema['labels'] = {}): string {
  const help = description
    .split(/(?<=[.;])\s+/)
    .filter((part) => !ABOUT_YAML.test(part))
    .join(' ')
    .replace(/`true` /, '')
    .replace(/`"?([^`]*?)"?`/g, (_, code: string) => `“${labels[code] ?? sectionLabel(code)}”`)
    .replace(/;$/, '.');
  return capitalize(help);
}

function nameField({ title, description = '', labels }: EditorSchema) {
  if (title !== undefined) return { title, description: explainInForm(description, labels) };
  const [name = ''] = FIELD_NAME.exec(description) ?? [];
  const help = description.slice(name.length).replace(/^[.:;,]?\s*/, '');
  return { title: name.trim(), description: explainInForm(help, labels) };
}

function nameFields(schema: EditorSchema): EditorSchema {
  const children = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    ...nameField(schema),
    ...(schema.properties && {
      properties: Object.fromEntries(children.map(([key, child]) => [key, nameFields(child)])),
    }),
    ...(schema.items && { items: nameFields(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(nameFields) }),
    ...(schema.oneOf && { oneOf: schema.oneOf.map(nameFields) }),
  };
}

const sectionByOptionalFile = new Map<string, string>(
  Object.entries(SECTIONS).map(([section, { content }]) => [content, section]),
);

/** Returns a file's form, whose labels and helps are the schema's titles and descriptions. */
function describeFile(key: FileKey): EditorForm {
  const fixedSection = FIXED_SECTIONS.includes(key) ? key : null;
  const section = sectionByOptionalFile.get(key) ?? fixedSection;
  const schema = nameFields(editorSchema(key) as EditorSchema);
  return {
    id: key,
    key,
    title: section === null ? (FILE_TITLES[key] ?? key) : sectionLabel(section),
    description: explainInForm(editorSchema(key).description ?? ''),
    section,
    isOptional: sectionByOptionalFile.has(key),
    schema,
  };
}

type SiteTopic = NonNullable<EditorSchema['topic']>;

const TOPIC_TEXTS: Readonly<Record<SiteTopic, Pick<EditorForm, 'title' | 'description'>>> = {
  brand: {
    title: 'Marca',
    description: 'O nome, o endereço e o que não pertence a uma única seção.',
  },
  colors: { title: 'Cores', description: 'Cores, letras e enfeites.' },
  checkout: { title: 'Checkout', description: 'Onde se paga, e como a venda volta para cá.' },
  tracking: {
    title: 'Medição',
    description: 'Quem mede a página e os anúncios: o que fica na página, e os tokens do servidor.',
  },
};

function describeTopics(): EditorForm[] {
  const site = describeFile('site');
  return Object.entries(TOPIC_TEXTS).map(([topic, texts]) => ({
    ...site,
    ...texts,
    id: topic,
    schema: {
      ...site.schema,
      properties: Object.fromEntries(
        Object.entries(site.schema.properties ?? {}).filter(
          ([, field]) => (field.topic ?? 'brand') === topic,
        ),
      ),
    },
  }));
}

/** Returns the forms of the content's files; site.yaml has one for each topic. */
export const describeForms = (): EditorForm[] =>
  fileKeys.flatMap((key) => (key === 'site' ? describeTopics() : describeFile(key)));
