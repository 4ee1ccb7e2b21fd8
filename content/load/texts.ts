import type { FieldPath } from '@funil/contract/field-values';
import { SEATS_PLACEHOLDER } from '@funil/contract/site/seats';
import { pictureFields } from '../schema/image.ts';

export interface FoundText {
  readonly path: FieldPath;
  readonly text: string;
}

export function findTexts(value: unknown, path: FieldPath = []): FoundText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, item]) => findTexts(item, [...path, key]));
}

/** Returns the file names of all pictures inside a value, with their paths. */
export const findPictures = (value: unknown): FoundText[] =>
  findTexts(value).filter(({ path }) => pictureFields.includes(path.at(-1) ?? ''));

/** Returns a copy with each text changed, except in the fields `skipped`. */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  skipped: readonly string[] = [],
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, skipped));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    skipped.includes(key) ? item : mapTexts(item, change, skipped),
  ]);
  return Object.fromEntries(entries);
}

/** Other tools write `{{name}}`. */
const TEXT_PLACEHOLDER = /\{\{([^{}]*)\}\}|\{([^{}]*)\}/g;

export const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(TEXT_PLACEHOLDER)].map(([, doubled, single]) => doubled ?? single ?? '');

/** The first `R$` of `R$ R$ 1.497,00`, which stood before a placeholder whose value begins with `R$`, too. */
const DOUBLED_REAIS = /R\$\s*(?=R\$)/g;

/** Returns a copy with each known `{name}` replaced; an unknown one stays. */
export const fillPlaceholders = (value: unknown, values: ReadonlyMap<string, string>): unknown =>
  mapTexts(value, (text) =>
    text
      .replace(
        TEXT_PLACEHOLDER,
        (placeholder, doubled?: string, single = '') =>
          values.get(doubled ?? single) ?? placeholder,
      )
      .replace(DOUBLED_REAIS, ''),
  );

const NO_BREAK_SPACE = '\u00a0';

/** Four or more words without a space where a line may end, as Word, Notion and WhatsApp copy some texts. */
const UNBREAKABLE_WORDS = /(?<!\S)\S+(?:\u00a0+\S+){3,}/g;

/** The space in `R$ 1.497,00` and `art. 49`. */
const SPACE_BEFORE_NUMBER = /(?<=R\$|\bart\.) (?=\d)/gi;

/** The space in `5 mil`, `9 horas`, `300+ membros`, but not before a preposition. */
const SPACE_AFTER_NUMBER = new RegExp(
  `(?<=[\\d${SEATS_PLACEHOLDER}][%+]?) (?=(?!(?:para|por|até|com|sem|que|ou|dos|das|nos|nas)\\b)\\p{Ll}{3})`,
  'gu',
);

/** The words between `12x` and `R$ 150,30`. */
const INSTALLMENT_WORDS = /(?<=\dx) de (?=R\$)/g;

/** A line would end after the hyphen of `e-mail`; word joiners keep the word together. */
const EMAIL_HYPHEN = /(?<=\be)-(?=mail)/g;
const UNBROKEN_HYPHEN = '\u2060-\u2060';

/** Fields that other systems compare exactly. */
const IDENTIFIER_FIELDS = ['product', 'titleSuffix', 'url', 'checkout', 'tracking', 'id', 'href'];

/** Keeps a number and its unit, an installment and `e-mail` on one line, and lets other lines break. */
export const keepOnOneLine = (text: string): string =>
  text
    .replace(UNBREAKABLE_WORDS, (words) => words.replaceAll(NO_BREAK_SPACE, ' '))
    .replace(SPACE_BEFORE_NUMBER, NO_BREAK_SPACE)
    .replace(SPACE_AFTER_NUMBER, NO_BREAK_SPACE)
    .replace(INSTALLMENT_WORDS, `${NO_BREAK_SPACE}de${NO_BREAK_SPACE}`)
    .replace(EMAIL_HYPHEN, UNBROKEN_HYPHEN);

export const preventLineBreaks = (value: unknown): unknown =>
  mapTexts(value, keepOnOneLine, IDENTIFIER_FIELDS);
