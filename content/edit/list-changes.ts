import {
  areValuesEqual,
  type FieldPath,
  isObject,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import type { EditorSchema, FieldChange } from '@funil/contract/page/page-editor';
import { findForm, ITEM_TITLE_FIELDS, type PageValues } from '@funil/contract/page/page-engine';
import { type FileKey, fileKeys } from '../load/content-files.ts';
import { resolvePlaceholders } from '../load/placeholders.ts';
import type { Content } from '../schema/content.ts';
import { describeForms } from './describe-content.ts';

const isList = Array.isArray;

/** Lists of another length are compared as a whole, because an inserted item shifts the items after it. */
export function listDifferences(
  before: unknown,
  after: unknown,
  path: FieldPath = [],
): { readonly path: FieldPath; readonly before: unknown; readonly after: unknown }[] {
  if (areValuesEqual(before, after)) return [];
  if (before === undefined && isObject(after) && Object.keys(after).length > 0) {
    return listDifferences({}, after, path);
  }
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      listDifferences(valueAtPath(before, [key]), valueAtPath(after, [key]), [...path, key]),
    );
  }
  if (isList(before) && isList(after) && before.length === after.length) {
    const isReordered = before.every((item) => after.some((other) => areValuesEqual(item, other)));
    if (isReordered) return [{ path, before, after }];
    return before.flatMap((item, index) => listDifferences(item, after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

/** Returns undefined if the schema lacks the field, as for a fact that the seller named. */
function findSchema(schema: EditorSchema | undefined, path: FieldPath) {
  let field = schema;
  for (const part of path) {
    const { properties, items } =
      field?.anyOf?.find((option) => option.type !== undefined) ?? field ?? {};
    field = typeof part === 'number' ? items : properties?.[part];
  }
  return field;
}

/** Returns `O cartão de preço › O que está incluído 2 › Quanto ou quando`. */
function namePath(schema: EditorSchema, path: FieldPath): string {
  const names: string[] = [];
  path.forEach((part, index) => {
    if (typeof part === 'number') {
      const listName = names.pop() ?? '';
      names.push(`${listName} ${part + 1}`.trim());
      return;
    }
    names.push(findSchema(schema, path.slice(0, index + 1))?.title ?? part);
  });
  return names.join(' › ');
}

const MAX_VALUE_LENGTH = 300;

/** Returns a value as an operator reads it; null if the field is missing. */
function formatValue(value: unknown, schema: EditorSchema | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'string') return schema?.labels?.[value] ?? value.slice(0, MAX_VALUE_LENGTH);
  if (Array.isArray(value)) {
    const texts = value.map((item) => formatValue(item, schema?.items));
    return texts.join(', ').slice(0, MAX_VALUE_LENGTH);
  }
  if (isObject(value)) {
    const name = ITEM_TITLE_FIELDS.find((field) => value[field] !== undefined);
    const [firstValue] = Object.values(value);
    return formatValue(name === undefined ? firstValue : value[name], undefined);
  }
  return String(value);
}

/** Fields that say where buyers pay, payment links included, and who measures visitors. */
const SENSITIVE_FIELDS: ReadonlySet<string> = new Set(['checkout', 'products', 'tracking', 'url']);

/** Returns a form's title and a path in it; the form of one group has the group's name. */
const labelChange = (title: string, path: string): string =>
  path === '' || path === title || path.startsWith(`${title} › `)
    ? path || title
    : `${title} › ${path}`;

/** Makes the A/B test one text. The name follows a text that both sites have, so that a new name is a change. */
function joinTest(site: unknown, otherSite: unknown): unknown {
  const { name, text } = Object(valueAtPath(site, ['test']));
  if (text === undefined) return site;
  const isSameText = valueAtPath(otherSite, ['test', 'text']) === text;
  return replaceAtPath(site, ['test'], isSameText ? `${text} (${name})` : text);
}

const testedFieldOf = (site: unknown): unknown => valueAtPath(site, ['test', 'field']);

/** Returns the changed fields in words; a test is named by the tested text. */
export function listChanges(before: PageValues, after: PageValues): FieldChange[] {
  const forms = describeForms();
  return fileKeys.flatMap((key: FileKey) =>
    listDifferences(joinTest(before[key], after[key]), joinTest(after[key], before[key])).flatMap(
      (difference) => {
        const isTest = key === 'site' && difference.path[0] === 'test';
        const testedField = isTest && (testedFieldOf(after.site) ?? testedFieldOf(before.site));
        const [file = key, ...path] = testedField
          ? String(testedField).split('.')
          : [key, ...difference.path];
        const { title = '', schema: formSchema } = findForm(forms, file, path) ?? {};
        const schema = findSchema(formSchema, path);
        const [valueBefore, valueAfter] = [difference.before, difference.after].map((value) =>
          value === undefined && !testedField ? schema?.default : value,
        );
        // The page stays the same if the content only began or ceased to write a value that is the default.
        if (areValuesEqual(valueBefore, valueAfter)) return [];
        const label = labelChange(title, formSchema ? namePath(formSchema, path) : '');
        return {
          file: key,
          label: testedField ? `${label} › Versão B` : label,
          before: formatValue(valueBefore, schema),
          after: formatValue(valueAfter, schema),
          is_sensitive: key === 'site' && SENSITIVE_FIELDS.has(String(difference.path[0])),
        };
      },
    ),
  );
}

/** Returns consequences that the changed field itself does not show, in Portuguese. */
export function findWarnings(before: Content | null, after: Content): string[] {
  const interestOf = (content: Content) => resolvePlaceholders(content).get('interestMonthly');
  const [interestBefore, interest] = [before && interestOf(before), interestOf(after)];
  const isInstallmentKept = before?.offer?.price.installment === after.offer?.price.installment;
  if (!interest || !interestBefore || interestBefore === interest || !isInstallmentKept) return [];
  return [
    `O preço à vista mudou e a parcela não: os juros passam de ${interestBefore} para ${interest} ao mês. É isso mesmo?`,
  ];
}
