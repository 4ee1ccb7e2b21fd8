import {
  type ChosenColumns,
  type ImportKind,
  importFieldsOf,
  isMappableKind,
  isSpendKind,
  type MappableKind,
} from '@funil/contract/imports/import-kinds';
import { readCurrencyCell } from '../csv/amounts.ts';
import { normalizeTitle, type TitleRowCandidate } from '../csv/read-csv.ts';
import {
  COLUMN_TITLES,
  type ColumnField,
  SUPPLEMENT_TITLES,
  TITLE_SIGNATURES,
  titlesOf,
} from './column-titles.ts';
import type { SaleTool } from './statuses.ts';

/** Forms ask for a field by a question, such as “Qual é o seu melhor e-mail?”. */
const QUESTION_PREFIX =
  /^(?:what(?:'|’| i)s your (?:best )?|(?:e )?(?:(?:qual|digite|informe)(?: e)? )?(?:o |a )?(?:seu|sua) (?:melhor )?)/;
/** Prefixes of a person's fields by Pipedrive, Calendly, JotForm and Eduzz. “Cliente - Código” is no sale's code. */
const PERSON_PREFIX =
  /^(?:(?:pessoa|person|lead|full name|nome completo|name|nome) - |(?:cliente|comprador|aluno|customer|buyer)(?: ?[-/] ?|: ?)(?=.*(?:n[ao]me|mail|fone|phone|cel|mobile|whats|ddd))|invitee |(?:phone number|telefone|whatsapp|celular|phone) - (?=area code|phone|codigo de area|ddd|numero))/;
/** The number or picture in “1. Nome”, “2) WhatsApp” or “📧 E-mail”. */
const TITLE_DECORATION = /^(?:\d{1,2}[.)]+ ?|[\p{So}\s]+)+|[\p{So}\s]+$/gu;
/** The remark in “WhatsApp (com DDD)” or “Nome (obrigatório)”. */
const TITLE_REMINDER =
  / (?:com ddd|\((?:[^()]*\bddd\b[^()]*|obrigatorio|opcional|required|optional)\))$/;
/** A title such as `fullName`, as programs call a field. */
const CAMEL_CASE_TITLE = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** “Nº pedido”, “Cód. do pedido” or “Dt. pagamento”. */
const ABBREVIATION = /^(?:(?:n[º°.]+|no\.|n(?:um|ro)\b)|(?:cod|dt)\b)[. ]*/;
const WORD_BY_ABBREVIATION: Readonly<Record<string, string>> = {
  n: 'numero',
  c: 'codigo',
  d: 'data',
};
/** “Pedido nº”. */
const NUMBER_AT_END = /^(.+) (n[º°.]+)$/;
/** “Data da compra” is “Data compra”. */
const PREPOSITION = / d(?:[aeo]s?|[ao]\([ao]\)) /g;

/** Returns the same key for equal titles. Meta's lead forms have `_` instead of spaces, other tools `-`. */
const titleKey = (title: string): string =>
  normalizeTitle(CAMEL_CASE_TITLE.test(title) ? title.replace(/[A-Z]/g, ' $&') : title)
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z]{3})-(?=[a-z]{3})/g, ' ')
    .replace(TITLE_DECORATION, '')
    .replace(NUMBER_AT_END, '$2 $1')
    .replace(ABBREVIATION, (abbreviation) => `${WORD_BY_ABBREVIATION[abbreviation[0] ?? '']} `)
    .replace(PERSON_PREFIX, '')
    .replace(QUESTION_PREFIX, '')
    .replace(TITLE_REMINDER, '')
    .replace(PREPOSITION, ' ')
    .trim();

type ColumnIndexes = Readonly<Partial<Record<ColumnField, number>>>;

export interface FileLayout {
  /** Null: the titles do not show the kind. */
  readonly kind: ImportKind | null;
  readonly titleRow: TitleRowCandidate;
  readonly columns: ColumnIndexes;
  /** Groups of columns, the most reliable first. In each row, only the first group with a phone counts. */
  readonly phoneColumns: readonly (readonly number[])[];
  /** All columns of names, the most reliable first. The first may be empty, and a question's have the name. */
  readonly nameColumns: readonly number[];
  readonly emailColumns: readonly number[];
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
  if (kind === null) return { ...NO_COLUMNS, kind, titleRow };
  const isChosen = isMappableKind(kind) && choice.columns !== null;
  const titles = isChosen ? { ...SUPPLEMENT_TITLES, ...choice.columns } : titlesOf(kind);
  const columns = isChosen ? findColumns(titleRow, titles) : findColumnsOf(titleRow, kind);
  const columnsOf = (field: 'name' | 'email' | 'phone') => {
    const columnsByTitle = listColumnIndexes(
      titleRow,
      [titles[field] ?? [], titlesOf(kind)[field] ?? []].flat(),
    );
    return [columnsByTitle, isChosen ? [] : listLikelyColumns(titleRow, kind, field)];
  };
  const phoneColumns = columnsOf('phone');
  return {
    kind,
    titleRow,
    columns,
    missing: findMissing(kind, columns),
    // In a file of sales, a further phone may be the producer's or the support's.
    phoneColumns:
      kind === 'leads' ? phoneColumns : phoneColumns.filter(({ length }) => length > 0).slice(0, 1),
    nameColumns: columnsOf('name').flat(),
    emailColumns: columnsOf('email').flat(),
  };
}

const NO_COLUMNS = {
  columns: {},
  phoneColumns: [],
  nameColumns: [],
  emailColumns: [],
  missing: [],
};

const listColumnIndexes = ({ cells }: TitleRowCandidate, titles: readonly string[]): number[] =>
  titles.flatMap((title) =>
    cells.flatMap((cell, index) => {
      const key = titleKey(cell);
      return [key, withoutFieldInBrackets(key)].includes(titleKey(title)) ? [index] : [];
    }),
  );

/** Without these, leads would get today's date, or lack e-mail or phone. Words may be joined, as in `createdTime`. */
const LIKELY_TITLES: Readonly<Partial<Record<ColumnField, RegExp>>> = {
  createdAt:
    /^(?:(?:negocio|deal) - )?(?:(?:lead|person|pessoa|contato|event|negocio|deal|form|profile|contact|customer|account|user|entry|subscriber) )?(?:(?:data(?:\/| e )?(?:hora)?|hora) ?(?:resposta|inscricao|subscricao|lead|matricula|registro|envio|captura|captacao|conversao|contato|preenchimento|cadastro|criacao|entrada|compra|conclusao|recebimento|geracao|adicao|abandono|solicitacao|interesse|pedido|clique|download|checkout|visita|assinatura|atendimento|ingresso|chegada|formulario|submissao|opt-?in|primeir[ao] \w+)\b|(?:cadastrad|criad|matriculad|inscrit|registrad|respondid|enviad|adicionad|inserid|recebid|capturad|captad|gerad)[oa] (?:em|as)\b|(?:inscreveu-se|entrou) em\b|(?:creat|submi|regist|sign|subscri|join|add|respon|entr|complet|order|receiv|conver[st]|opt[- ]?in|seen|answer)\w*(?:[ -]up)?(?: (?:date|time|timestamp|at|on)|time|at)\b|date ?added$|(?:criad[oa]|criacao|created|submitted|added|received|joined|data(?:\/| e | - | )hora|dia|cadastrad[oa]|registrad[oa]|registered|signed up|submitted|(?:member|customer) since)$)|^(?:(?:first|primeir[oa]) (?:seen|conversion|contact|interaction|contato)(?: (?:at|date))?|lead date|date submitted|date ?\/?time|marca temporal|fecha(?: y hora)?(?: (?:alta|creacion|registro|envio|inscripcion))?)$/,
  name: /^(?:(?:nome(?:\/razao social)?|nombre)(?: (?:completo|social|y apellidos?|(?:alun|assinante|client|comprador|contato|estudante|inscrit|interessad|lead|membro|participante|usuari|visitante|pessoa|perfil|whats|preferid)[^ ]*))?|nome\/sobrenome|.*\bseu nome(?! (?:usuario|no? |empresa|negocio)).*|(?:attendee|contact|customer|display|guest|lead|member|participant|student|subscriber|user|your|respondent|submitter|push|profile|whatsapp) (?:full )?name|(?:nome|name) \((?:completo|full)\)|interessad[oa]|guest|name and surname|inscrit[oa]|participante|como (?:voce se chama|(?:posso|podemos|devo) te chamar|prefere ser chamad[oa])|com quem (?:eu )?falo)$/,
  email: /\b(?:e[- ]?mails?\d?|g?mail|correo|(?:correio|endereco) eletronico)\b/,
  phone:
    /\b(?:wh?ats?(?:ap+)?|what'?s app|wpp|(?:zap){1,2}|wa ?id|(?:remote ?)?jid|msisdn|contact (?:number|no)|ddd ?\+ ?numero|numero ddd|melhor numero|contato telefonico|cel(?:l|ular)?|tel(?:efon[eo]s?|emovel)?|fone|movil|\w*phones?|mobile)\d?\b/,
};
/** The phone's title in a list of leads without another phone, such as a WhatsApp group's. */
const LEAD_PHONE_TITLE = /^(?:(?:seu )?(?:numero|contato)s?|number|contact)$/;
const OTHER_PERSON_TITLE =
  /afiliad|vendedor|produtor|atendente|suporte|secretari|closer|seller|support|responsavel|owner|indic|amig|emergenc|conjuge|\b(?:loja|mae|pai)\b/;
const PERMISSION_TITLE =
  /status|opt-?in(?! (?:date|time))|opt-?out|consent|marketing|autoriz|\busar\b/;

function listLikelyColumns(
  { cells }: TitleRowCandidate,
  kind: ImportKind,
  field: ColumnField,
): number[] {
  const isLikely = kind === 'leads' || (kind === 'vendas' && field !== 'createdAt');
  const pattern = isLikely ? LIKELY_TITLES[field] : undefined;
  return cells.flatMap((title, index) => {
    const key = titleKey(title);
    const isOfLead = !OTHER_PERSON_TITLE.test(key) && !PERMISSION_TITLE.test(key);
    const isPhoneOfLead = kind === 'leads' && field === 'phone' && LEAD_PHONE_TITLE.test(key);
    return (pattern?.test(key) || isPhoneOfLead) && isOfLead ? [index] : [];
  });
}

function findColumnsOf(titleRow: TitleRowCandidate, kind: ImportKind): ColumnIndexes {
  const likely = (['createdAt', 'name', 'email', 'phone'] as const).flatMap((field) => {
    const [index] = listLikelyColumns(titleRow, kind, field);
    return index === undefined ? [] : [[field, index]];
  });
  return { ...Object.fromEntries(likely), ...findColumns(titleRow, titlesOf(kind)) };
}

/** A title in a sales report of an unknown platform, or in another language. */
const SALE_TITLE = /\btransac(?:ao|tion|cion)\b|comiss(?:ao|ion)|comision|purchase value/;
/** An unknown title that may be the price's. */
const LIKELY_PRICE_TITLE =
  /^(?:valor|vlr?|preco|precio|montante|monto|quantia|importe|amount|price)\b|^(?:total|faturamento|receita|revenue)(?: (?:pag[oa]|geral|brut[oa]|total|d[ao] (?:venda|pedido|compra)|amount|price|paid))?$|^(?:gross|sale|order|paid|product) (?:amount|price|value|revenue)$/;
/** A title of lists of subscriptions, whose price and state are not those of a sale. */
const SUBSCRIPTION_TITLE = /\b(?:ades(?:ao|oes)|assinatura|subscri)/;
/** A title of lists of leads or deals, whose amounts are not paid yet. */
const PIPELINE_TITLE =
  /\b(?:etapa|estagio|funil|pipeline|stage|temperatura)\b|^(?:status do lead|lead status|motivo d[ae] perda)$/;

function guessKind(titleRow: TitleRowCandidate): ImportKind | null {
  const titles = new Set(titleRow.cells.map(normalizeTitle));
  const isComplete = (kind: ImportKind) =>
    findMissing(kind, findColumnsOf(titleRow, kind)).length === 0;
  const [platform] =
    TITLE_SIGNATURES.find(([, signature]) => signature.every((title) => titles.has(title))) ?? [];
  // Greenn's titles are some of Kiwify's.
  if (platform && isComplete(platform)) return platform;
  const network = guessNetwork(titleRow);
  const { spend, campaignId, campaignName } = findColumns(titleRow, COLUMN_TITLES[network]);
  if (spend !== undefined && (campaignId ?? campaignName) !== undefined) return network;
  const hasTitle = (pattern: RegExp) => [...titles].some((title) => pattern.test(title));
  if (isComplete('vendas')) return hasTitle(PIPELINE_TITLE) ? null : 'vendas';
  const { price, product, transaction, status, method, paidAt, createdAt } = findColumns(
    titleRow,
    COLUMN_TITLES.vendas,
  );
  // A file with these columns has sales, but lacks a required column, so the operator chooses the fields.
  const hasLeadDate = findColumns(titleRow, COLUMN_TITLES.leads).createdAt !== undefined;
  const hasSaleColumns = product !== undefined && (transaction ?? status) !== undefined;
  if (method !== undefined || (hasSaleColumns && (paidAt !== undefined || !hasLeadDate)))
    return null;
  if (hasTitle(SALE_TITLE)) return null;
  const isOfSale = (product ?? transaction ?? status) !== undefined;
  const isOfLeads = hasTitle(SUBSCRIPTION_TITLE) || hasTitle(PIPELINE_TITLE);
  const isSaleLikely = hasSaleColumns || (isOfSale && createdAt !== undefined);
  if (isSaleLikely && !isOfLeads && hasTitle(LIKELY_PRICE_TITLE)) return null;
  if (!hasLeadDate && price !== undefined) return null;
  return isComplete('leads') ? 'leads' : null;
}

const guessNetwork = (titleRow: TitleRowCandidate) =>
  findColumns(titleRow, COLUMN_TITLES.meta).spend === undefined &&
  findColumns(titleRow, COLUMN_TITLES.google).spend !== undefined
    ? 'google'
    : 'meta';

const CURRENCY_IN_TITLE =
  / ?\((?<sign>[a-z]{3}|(?:r|us)\$|[€£])\)$| (?:em )?(?<sign>(?:r|us)\$|brl|usd|eur|reais)$/;

/** Returns `BRL` for “Valor usado (BRL)”; null without a currency. */
export const currencyInTitle = (title: string): string | null =>
  readCurrencyCell(CURRENCY_IN_TITLE.exec(normalizeTitle(title))?.groups?.sign ?? '');

export const withoutCurrency = (title: string) => title.replace(CURRENCY_IN_TITLE, '');

/** “Meio (utm_medium)” or “UtmMedium”. */
const UTM_IN_TITLE = /^.*\butm\W{0,2}(source|medium|campaign|content|term)\b.*$/;
const toUtmTitle = (title: string) => title.replace(UTM_IN_TITLE, 'utm $1');

/** Mercado Pago adds a technical name, WooCommerce `billing`. Google's converted cost is not the account's. */
const FIELD_IN_BRACKETS =
  / \((?!.*\bconvert)(?:[a-z]+(?: [a-z]+)+|status|reason|billing|faturamento)\)$/;
const withoutFieldInBrackets = (title: string) => title.replace(FIELD_IN_BRACKETS, '');

const TITLE_BY_TOOL: readonly (readonly [SaleTool, RegExp])[] = [
  ['woocommerce', / \((?:billing|faturamento)\)$/],
  ['ticto', /^telefone completo do cliente$/],
];

export function findTool({ cells }: TitleRowCandidate): SaleTool | null {
  const titles = cells.map(normalizeTitle);
  const isOfTool = (pattern: RegExp) => titles.some((title) => pattern.test(title));
  return TITLE_BY_TOOL.find(([, pattern]) => isOfTool(pattern))?.[0] ?? null;
}

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
  const indexesByTitle = new Map<string, number>();
  const exact = cells.map(titleKey);
  const nearlyExact = [withoutCurrency, withoutFieldInBrackets, toUtmTitle];
  for (const titles of [exact, ...nearlyExact.map((change) => exact.map(change))]) {
    for (const [index, title] of titles.entries()) {
      if (title !== '' && !indexesByTitle.has(title)) indexesByTitle.set(title, index);
    }
  }
  return Object.fromEntries(
    Object.entries(titlesByField).flatMap(([field, fieldTitles]) => {
      const title = [fieldTitles].flat().find((name) => indexesByTitle.has(titleKey(name)));
      return title === undefined ? [] : [[field, indexesByTitle.get(titleKey(title))]];
    }),
  );
}

/** A platform's file must have one of the alternative columns for each field. */
const REQUIRED_PLATFORM_FIELDS: readonly (readonly [
  label: string,
  alternatives: readonly ColumnField[],
])[] = [
  ['código da venda', ['transaction']],
  ['situação', ['status']],
  ['data', ['createdAt', 'paidAt']],
  ['valor', ['price', 'charged']],
];

function findMissing(kind: ImportKind, columns: ColumnIndexes): string[] {
  // For spend, checkSpendColumns reports a missing column and explains how to export it.
  if (isSpendKind(kind)) return [];
  const required: typeof REQUIRED_PLATFORM_FIELDS = isMappableKind(kind)
    ? importFieldsOf(kind).flatMap(([field, { label, isRequired }]) =>
        isRequired ? [[label, [field]] as const] : [],
      )
    : REQUIRED_PLATFORM_FIELDS;
  return required.flatMap(([label, alternatives]) =>
    alternatives.some((field) => columns[field] !== undefined) ? [] : [label],
  );
}

export const fieldTitlesOf = (
  kind: MappableKind,
  { titleRow, columns }: FileLayout,
): ChosenColumns =>
  Object.fromEntries(
    importFieldsOf(kind).flatMap(([field]) => {
      const index = columns[field];
      return index === undefined ? [] : [[field, titleRow.cells[index] ?? '']];
    }),
  );
