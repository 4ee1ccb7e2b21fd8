import { sectionLabel } from '@funil/contract/answer-labels';
import type { EditorFile, EditorSchema } from '@funil/contract/console/page-editor';
import { type FileKey, fileKeys } from '../load/content-files.ts';
import { editorSchema } from '../manual/editor-schema.ts';
import { sectionContents } from '../schema/sections.ts';

/** The titles of files that no section of the page shows. */
const TITLES: Partial<Record<FileKey, string>> = {
  site: 'Marca e página',
  leadDialog: 'Formulário curto',
  applicationModal: 'Aplicação em etapas',
  notFound: 'Páginas de erro',
};

const FIXED_SECTIONS: Partial<Record<FileKey, string>> = {
  header: 'header',
  hero: 'hero',
  footer: 'footer',
};

/** The first part of a description, which names the field: `Preço à vista, como …` → `Preço à vista`. */
const NAME = /^[^.:;,(]*/;

/** Parts of a description that say how to write YAML, which means nothing in a form. */
const ABOUT_YAML =
  /`(false|null|\[\]|[\w-]+\.(yaml|png|woff2)|content\/\w+|\d+ centavos)`|\bdocs\/|\bentre aspas\b|\bsem o campo\b|\bn?a construção\b/i;

/** Returns a description as a form's help: without code marks and advice about YAML. */
function explainInForm(description: string, labels: EditorSchema['labels'] = {}): string {
  const parts = description
    .split(/(?<=[.;])\s+/)
    .filter((part) => !ABOUT_YAML.test(part))
    .join(' ')
    .replace(/`true` /, '')
    .replace(/`"?([^`]*?)"?`/g, (_, code: string) => `“${labels[code] ?? sectionLabel(code)}”`)
    .replace(/;$/, '.');
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** Splits a description into the field's name and a help text. */
function nameField({ title, description = '', labels }: EditorSchema) {
  if (title !== undefined) return { title, description: explainInForm(description, labels) };
  const [name = ''] = NAME.exec(description) ?? [];
  const rest = description.slice(name.length).replace(/^[.:;,]?\s*/, '');
  return { title: name.trim(), description: explainInForm(rest, labels) };
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

const optionalSections = new Map<string, string>(
  Object.entries(sectionContents).map(([section, key]) => [key, section]),
);

/** Returns a file with its form: labels and helps are the schema's own titles and descriptions. */
function describeFile(key: FileKey): EditorFile {
  const section = optionalSections.get(key) ?? FIXED_SECTIONS[key] ?? null;
  const schema = nameFields(editorSchema(key) as EditorSchema);
  return {
    key,
    title: section === null ? (TITLES[key] ?? key) : sectionLabel(section),
    description: explainInForm(editorSchema(key).description ?? ''),
    section,
    isOptional: optionalSections.has(key),
    schema,
  };
}

/** Returns the content's files with their forms. */
export const describeContent = (): EditorFile[] => fileKeys.map(describeFile);
