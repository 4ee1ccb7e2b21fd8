/** Reads groups, titles, variants and first values from a content file's JSON schema, for the editor's form. */

import { areValuesEqual, type FieldPath, isObject } from '@funil/contract/field-values';
import type { EditorSchema } from '@funil/contract/page/page-editor';
import { ITEM_TITLE_FIELDS } from '@funil/contract/page/page-engine';

export interface ResolvedSchema {
  readonly schema: EditorSchema;
  readonly isNullable: boolean;
  /** The kinds that a value may have; empty if it has one kind. Groups of two kinds differ by a constant field. */
  readonly variants: readonly EditorSchema[];
}

/** Returns the schema without the alternative `null`. */
export function resolveSchema(schema: EditorSchema): ResolvedSchema {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives === undefined) return { schema, isNullable: false, variants: [] };
  // JSON Schema has the type `null`, which `EditorSchema` leaves out because no field of a form has it.
  const variants = alternatives.filter(({ type }) => (type as string | undefined) !== 'null');
  const isNullable = variants.length < alternatives.length;
  const [onlyVariant = {}] = variants;
  const { anyOf: _, oneOf: __, ...ownSchema } = schema;
  if (variants.length === 1)
    return { schema: { ...onlyVariant, ...ownSchema }, isNullable, variants: [] };
  return { schema: ownSchema, isNullable, variants };
}

export function isGroupSchema(schema: EditorSchema): boolean {
  const { schema: resolved, variants } = resolveSchema(schema);
  return resolved.type === 'object' || variants.some(({ type }) => type === 'object');
}

/** Returns the field whose constant tells the variants apart; null if the variants are texts and numbers. */
export const findVariantField = (variants: readonly EditorSchema[]): string | null =>
  Object.entries(variants[0]?.properties ?? {}).find(
    ([, field]) => field.const !== undefined,
  )?.[0] ?? null;

/** The brand's CSS variable of each color of a theme. */
const BRAND_TOKENS: Readonly<Record<string, string>> = {
  dark: '--color-ink',
  light: '--color-paper',
  accent: '--color-lime',
};

/** Returns the brand's own color, which is the first value of an added color of a theme. */
const readBrandColor = (field: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(BRAND_TOKENS[field] ?? '');

/** Returns the value of an added field: its default, or empty. */
export function makeInitialValue(schema: EditorSchema, field = ''): unknown {
  const { schema: resolved, isNullable, variants } = resolveSchema(schema);
  if (resolved.default !== undefined) return resolved.default;
  if (isNullable) return null;
  if (resolved.const !== undefined) return resolved.const;
  const [variant] = variants;
  if (variant) return makeInitialValue(variant);
  if (resolved.enum) return resolved.enum[0];
  switch (resolved.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(resolved.properties ?? {})
          .filter(([name]) => resolved.required?.includes(name))
          .map(([name, child]) => [name, makeInitialValue(child, name)]),
      );
    case 'array':
      return Array.from({ length: resolved.minItems ?? 0 }, () =>
        makeInitialValue(resolved.items ?? {}),
      );
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return resolved.minimum !== undefined && resolved.minimum > -1e9
        ? Math.max(1, resolved.minimum)
        : 1;
    default:
      if (resolved.widget === 'key') return makeItemKey();
      return resolved.widget === 'color' ? readBrandColor(field) : '';
  }
}

/** Keys are unique over all lists, because they are stored with visitors' answers. */
const makeItemKey = (): string => `item${crypto.getRandomValues(new Uint32Array(1)).join('')}`;

/** Returns the variant that the value has, or the first; without variants, the schema itself. */
export function variantOf(schema: EditorSchema, value: unknown): EditorSchema {
  const { schema: resolved, variants } = resolveSchema(schema);
  if (variants.length === 0) return resolved;
  const field = findVariantField(variants);
  if (field === null) return resolved;
  const kind = Object(value)[field];
  return (
    variants.find(({ properties }) => properties?.[field]?.const === kind) ??
    variants[0] ??
    resolved
  );
}

export const isHidden = ({ widget, const: constant }: EditorSchema): boolean =>
  constant !== undefined || widget === 'hidden' || widget === 'key' || widget === 'sections';

const MAX_FIELDS_OF_SMALL_GROUP = 4;

export const isSmallGroup = ({ properties = {} }: EditorSchema): boolean => {
  const fields = Object.values(properties);
  return (
    fields.length <= MAX_FIELDS_OF_SMALL_GROUP &&
    fields.every(({ type }) => type !== 'object' && type !== 'array')
  );
};

/** Returns an item's title, name or first text; null if all are empty. */
export function itemTitle(schema: EditorSchema, value: unknown): string | null {
  if (typeof value === 'string') return toPlainText(value);
  if (!isObject(value)) return null;
  const { properties = {} } = variantOf(schema, value);
  const texts = Object.entries(properties)
    .filter(
      ([, field]) => field.type === 'string' && !field.widget && !field.enum && !isHidden(field),
    )
    .map(([name]) => name);
  const titleFields = [...ITEM_TITLE_FIELDS.filter((name) => texts.includes(name)), ...texts];
  for (const name of titleFields) {
    const text = toPlainText(value[name]);
    if (text !== null) return text;
  }
  return null;
}

const toPlainText = (value: unknown): string | null =>
  typeof value === 'string' ? value.replaceAll('**', '').trim() || null : null;

/** Returns the schemas from the outermost field to the innermost; fewer if the schema lacks a field. */
function schemasOnPath(schema: EditorSchema, value: unknown, path: FieldPath): EditorSchema[] {
  const [step, ...innerPath] = path;
  if (step === undefined) return [];
  const variant = variantOf(schema, value);
  const extraFieldSchema =
    typeof variant.additionalProperties === 'object' ? variant.additionalProperties : undefined;
  const child =
    typeof step === 'number' ? variant.items : (variant.properties?.[step] ?? extraFieldSchema);
  if (!child) return [];
  return [child, ...schemasOnPath(child, Object(value)[step], innerPath)];
}

/** Returns the labels on the way to a field, such as `Os preços`, `Preço à vista`. */
export const labelPath = (schema: EditorSchema, value: unknown, path: FieldPath): string[] =>
  schemasOnPath(schema, value, path).map(({ title }, index) => {
    const step = path[index];
    return typeof step === 'number' ? `${title || 'Item'} ${step + 1}` : (title ?? String(step));
  });

/** Returns a value as the list of changes shows it; null for a missing value. */
export function describeValue(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (Array.isArray(value)) {
    return value.map((item) => itemTitle({}, item) ?? describeValue(item) ?? '…').join(' · ');
  }
  if (isObject(value)) {
    return Object.values(value)
      .map(describeValue)
      .filter((text) => text !== null)
      .join(' · ');
  }
  return String(value);
}

/**
 * True if a removed field still belongs at its path. False if an item of the list has moved since, or if the whole
 * group was removed.
 * @param groupAfterRemoval the group right after the field's removal
 */
export const canRestoreField = (
  path: FieldPath,
  groupAfterRemoval: unknown,
  currentGroup: unknown,
): boolean =>
  areValuesEqual(groupAfterRemoval ?? {}, currentGroup ?? {}) ||
  (isObject(currentGroup) && path.every((step) => typeof step === 'string'));
