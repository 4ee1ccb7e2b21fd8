import {
  type ChosenColumns,
  type ImportKind,
  importFieldsOf,
  isMappableKind,
  isSpendKind,
  type MappableKind,
} from '@funil/contract/files/imports';
import { readCurrencyCell } from '../csv/amounts.ts';
import { normalizeTitle, type TitleRowCandidate } from '../csv/read-csv.ts';
import {
  COLUMN_TITLES,
  type ColumnField,
  SUPPLEMENT_TITLES,
  TITLE_SIGNATURES,
  titlesOf,
} from './column-titles.ts';

/** Forms ask for a field by a question, such as “Qual é o seu melhor e-mail?”. */
const QUESTION_FOR_FIELD =
  /^(?:what(?:'|’| i)s your (?:best )?|(?:e )?(?:(?:qual|digite|informe)(?: e)? )?(?:o |a )?(?:seu|sua) (?:melhor )?)/;
/** Pipedrive's. */
const PREFIX_OF_PERSON = /^(?:pessoa|person) - /;
/** “WhatsApp (com DDD)”. */
const AREA_CODE_REMINDER = / (?:com ddd|\([^()]*\bddd\b[^()]*\))$/;

/** Titles with the same key are equal. Meta's lead forms have `_` instead of spaces. */
const titleKey = (title: string): string =>
  normalizeTitle(title)
    .replaceAll('_', ' ')
    .replace(PREFIX_OF_PERSON, '')
    .replace(QUESTION_FOR_FIELD, '')
    .replace(AREA_CODE_REMINDER, '');

export type ColumnIndexes = Readonly<Partial<Record<ColumnField, number>>>;

export interface FileLayout {
  /** Null: the titles do not show the kind. */
  readonly kind: ImportKind | null;
  readonly titleRow: TitleRowCandidate;
  readonly columns: ColumnIndexes;
  readonly phoneColumns: readonly number[];
  readonly missing: readonly string[];
}

export interface FileChoice {
  /** `spend`: the titles show whether the spend is Meta's or Google's; null: not chosen. */
  readonly kind: ImportKind | 'spend' | null;
  readonly columns: ChosenColumns | null;
}

const KNOWN_TITLES: ReadonlySet<string> = new Set(
  Object.values(COLUMN_TITLES).flatMap((titles) => Object.values(titles).flat().map(titleKey)),
);

export function findTitleRow(rows: readonly TitleRowCandidate[]): TitleRowCandidate | null {
  const countTitles = ({ cells }: TitleRowCandidate) =>
    cells.filter((cell) =>
      KNOWN_TITLES.has(withoutFieldInBrackets(withoutCurrency(titleKey(cell)))),
    ).length;
  const countFilled = ({ cells }: TitleRowCandidate) => cells.filter(Boolean).length;
  const scored = rows.map((row) => ({ row, known: countTitles(row), filled: countFilled(row) }));
  const [best] = scored.toSorted((a, b) => b.known - a.known || b.filled - a.filled);
  return best && best.filled > 0 ? best.row : null;
}

export function readLayout(titleRow: TitleRowCandidate, choice: FileChoice): FileLayout {
  const kind =
    choice.kind === 'spend' ? guessNetwork(titleRow) : (choice.kind ?? guessKind(titleRow));
  if (kind === null) return { kind, titleRow, columns: {}, phoneColumns: [], missing: [] };
  const isChosen = isMappableKind(kind) && choice.columns !== null;
  const titles = isChosen ? { ...SUPPLEMENT_TITLES, ...choice.columns } : titlesOf(kind);
  const columns = {
    ...(kind === 'leads' && !isChosen && findLikelyColumns(titleRow)),
    ...findColumns(titleRow, titles),
  };
  const phoneColumns = [titles.phone ?? [], titlesOf(kind).phone ?? []].flat().flatMap((title) =>
    titleRow.cells.flatMap((cell, index) => {
      const key = titleKey(cell);
      return [key, withoutFieldInBrackets(key)].includes(titleKey(title)) ? [index] : [];
    }),
  );
  return { kind, titleRow, columns, phoneColumns, missing: findMissing(kind, columns) };
}

/** Words in other titles of a list of leads, which would be of today or without e-mail. */
const LIKELY_TITLES: readonly (readonly ['createdAt' | 'email', RegExp])[] = [
  [
    'createdAt',
    /^(?:data d[aeo] (?:resposta|inscricao|matricula|registro|envio|captura|conversao|contato|preenchimento)|(?:cadastrad|criad|matriculad|inscrit|registrad|respondid|enviad|adicionad)[oa] em|(?:creat|submi|regist|sign|subscri|join|add|respon|entr)\w*(?: up)? (?:date|time|timestamp|at|on))\b/,
  ],
  [
    'email',
    /^(?!.*(?:afiliad|vendedor|responsavel|owner|status|opt|consent|marketing)).*\be-?mail\b/,
  ],
];

const findLikelyColumns = ({ cells }: TitleRowCandidate): ColumnIndexes =>
  Object.fromEntries(
    LIKELY_TITLES.flatMap(([field, pattern]) => {
      const index = cells.findIndex((title) => pattern.test(titleKey(title)));
      return index < 0 ? [] : [[field, index]];
    }),
  );

function guessKind(titleRow: TitleRowCandidate): ImportKind | null {
  const titles = new Set(titleRow.cells.map(normalizeTitle));
  const [platform] =
    TITLE_SIGNATURES.find(([, signature]) => signature.every((title) => titles.has(title))) ?? [];
  if (platform) return platform;
  const network = guessNetwork(titleRow);
  const { spend, campaignId, campaignName } = findColumns(titleRow, COLUMN_TITLES[network]);
  if (spend !== undefined && (campaignId ?? campaignName) !== undefined) return network;
  const isComplete = (kind: ImportKind) =>
    findMissing(kind, findColumns(titleRow, titlesOf(kind))).length === 0;
  if (isComplete('vendas')) return 'vendas';
  const { price, product, transaction, status, method } = findColumns(
    titleRow,
    COLUMN_TITLES.vendas,
  );
  // Such columns mean sales. The operator chooses the fields, because a required column is missing.
  const hasLeadDate = findColumns(titleRow, COLUMN_TITLES.leads).createdAt !== undefined;
  const hasSaleColumns = product !== undefined && (transaction ?? status) !== undefined;
  if (hasSaleColumns && (method !== undefined || !hasLeadDate)) return null;
  if (!hasLeadDate && price !== undefined) return null;
  return isComplete('leads') ? 'leads' : null;
}

const guessNetwork = (titleRow: TitleRowCandidate) =>
  findColumns(titleRow, COLUMN_TITLES.meta).spend === undefined &&
  findColumns(titleRow, COLUMN_TITLES.google).spend !== undefined
    ? 'google'
    : 'meta';

const CURRENCY_IN_TITLE = / ?\(([a-z]{3}|r\$)\)$/;

/** `BRL` of “Valor usado (BRL)”. */
export const currencyInTitle = (title: string): string | null =>
  readCurrencyCell(CURRENCY_IN_TITLE.exec(normalizeTitle(title))?.[1] ?? '');

export const withoutCurrency = (title: string) => title.replace(CURRENCY_IN_TITLE, '');

/** Mercado Pago adds the field's technical name, WooCommerce `billing`. */
const FIELD_IN_BRACKETS = / \((?:[a-z]+(?: [a-z]+)+|status|reason|billing|faturamento)\)$/;
const withoutFieldInBrackets = (title: string) => title.replace(FIELD_IN_BRACKETS, '');

export const isOfWooCommerce = ({ cells }: TitleRowCandidate): boolean =>
  cells.some((title) => / \((?:billing|faturamento)\)$/.test(normalizeTitle(title)));

export function findSecondColumnOfField(
  { cells }: TitleRowCandidate,
  kind: ImportKind,
): string | null {
  const titles = cells.map((cell) => withoutCurrency(normalizeTitle(cell)));
  const repeated = Object.values(titlesOf(kind)).flatMap((names) =>
    cells.filter((_, index) => names.includes(titles[index] ?? '')).slice(1),
  );
  return repeated[0] ?? null;
}

function findColumns(
  { cells }: TitleRowCandidate,
  titlesByField: Readonly<Partial<Record<ColumnField, string | readonly string[]>>>,
): ColumnIndexes {
  const indexes = new Map<string, number>();
  const exact = cells.map(titleKey);
  for (const titles of [exact, exact.map(withoutCurrency), exact.map(withoutFieldInBrackets)]) {
    for (const [index, title] of titles.entries()) {
      if (title !== '' && !indexes.has(title)) indexes.set(title, index);
    }
  }
  return Object.fromEntries(
    Object.entries(titlesByField).flatMap(([field, fieldTitles]) => {
      const title = [fieldTitles].flat().find((name) => indexes.has(titleKey(name)));
      return title === undefined ? [] : [[field, indexes.get(titleKey(title))]];
    }),
  );
}

/** A platform's file must have one of the alternative columns for each field. */
const PLATFORM_FIELDS: readonly (readonly [label: string, alternatives: readonly ColumnField[]])[] =
  [
    ['código da venda', ['transaction']],
    ['situação', ['status']],
    ['data', ['createdAt', 'paidAt']],
    ['valor', ['price', 'charged']],
  ];

function findMissing(kind: ImportKind, columns: ColumnIndexes): string[] {
  // For spend, checkSpendColumns reports a missing column and explains how to export it.
  if (isSpendKind(kind)) return [];
  const required: typeof PLATFORM_FIELDS = isMappableKind(kind)
    ? importFieldsOf(kind).flatMap(([field, { label, isRequired }]) =>
        isRequired ? [[label, [field]] as const] : [],
      )
    : PLATFORM_FIELDS;
  return required.flatMap(([label, alternatives]) =>
    alternatives.some((field) => columns[field] !== undefined) ? [] : [label],
  );
}

export const listFieldTitles = (
  kind: MappableKind,
  { titleRow, columns }: FileLayout,
): ChosenColumns =>
  Object.fromEntries(
    importFieldsOf(kind).flatMap(([field]) => {
      const index = columns[field];
      return index === undefined ? [] : [[field, titleRow.cells[index] ?? '']];
    }),
  );
