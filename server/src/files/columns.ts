import type { OptionalLeadField } from '@funil/contract/contacts/lead-rules';
import { LEAD_RULES } from '@funil/contract/contacts/lead-rules';
import {
  type ChosenColumns,
  type ImportKind,
  importFieldsOf,
  isMappableKind,
  isSpendKind,
  type MappableKind,
} from '@funil/contract/files/imports';
import { OPTIONAL_LEAD_FIELDS } from '../contacts/leads.ts';
import { normalizeTitle, type TitleRowCandidate } from '../csv/read-csv.ts';

type Titles = Readonly<Record<string, readonly string[]>>;

const UTM_TITLES = {
  utm_source: [
    ...['utm_source', 'utm source', 'tracking utm_source', 'origem', 'fonte', 'source'],
    'origem da primeira conversao',
  ],
  utm_medium: ['utm_medium', 'utm medium', 'tracking utm_medium', 'midia', 'medium'],
  utm_campaign: [
    ...['utm_campaign', 'utm campaign', 'tracking utm_campaign', 'campanha', 'campaign'],
    'campaign_name',
  ],
  utm_content: ['utm_content', 'utm content', 'tracking utm_content', 'ad_name'],
  utm_term: ['utm_term', 'utm term', 'tracking utm_term'],
} satisfies Titles;

/** Titles of the columns with the area code, the country code or the country of a phone number. */
const PHONE_CODE_TITLES = {
  areaCode: ['ddd', 'codigo de area', 'area code'],
  countryCode: ['ddi', 'codigo do pais', 'country code'],
  country: ['pais', 'country'],
} satisfies Titles;

/** Titles of columns that complete a name, date or phone number, read even if the operator chose the columns. */
const SUPPLEMENT_TITLES = {
  ...PHONE_CODE_TITLES,
  lastName: ['sobrenome', 'ultimo nome', 'last name', 'last_name', 'surname'],
  timeOfDay: ['hora', 'horario', 'hora da venda', 'horario da venda', 'hora do pedido', 'time'],
} satisfies Titles;

const PERSON_TITLES = {
  ...SUPPLEMENT_TITLES,
  name: [
    // Shopify's “Name” is the order's number.
    ...[
      'billing name',
      'nome',
      'nome completo',
      'name',
      'full name',
      'full_name',
      'cliente',
      'comprador',
    ],
    ...['nome do cliente', 'nome do comprador', 'cliente nome', 'first name', 'first_name', 'lead'],
    ...['nome do contato', 'customer_name', 'nome contato', 'nome da contraparte'],
    ...['contato principal', 'pessoa de contato'],
  ],
  email: [
    ...['email', 'e-mail', 'endereco de e-mail', 'email address', 'e-mail do cliente'],
    ...['email do cliente', 'cliente email', 'e-mail do comprador', 'email do comprador'],
    ...['e-mail 1 - value', 'cliente e-mail', 'customer_email', 'email contato'],
    ...['e-mail da contraparte', 'email comercial', 'e-mail comercial', 'work email'],
    ...['e-mail do contato', 'email do contato'],
  ],
  phone: [
    // Titles of mobile numbers come first, because some tools export a landline, too.
    ...['whatsapp', 'celular', 'telefone celular', 'whats', 'mobile', 'mobile phone number'],
    ...['telefone', 'fone', 'phone', 'phone number', 'numero de telefone'],
    ...['telefone do cliente', 'cliente telefone', 'tel', 'phone 1 - value', 'whatsapp com ddd'],
    ...['whatsapp phone', 'whatsapp number', 'numero do whatsapp', 'customer_phone'],
    ...['whatsapp (com ddd)', 'telefone (com ddd)', 'celular (com ddd)', 'telefone/whatsapp'],
    ...['telefone (whatsapp)', 'celular (whatsapp)', 'telefone / whatsapp', 'mobile phone'],
    ...['telefone contato', 'telefone da contraparte', 'billing phone', 'telefone comercial'],
    ...['telefone do contato', 'celular do contato', 'telefone com ddd', 'celular com ddd'],
    'work phone',
  ],
} satisfies Titles;

/** An optional field of a lead has two titles: its name and its label. `PERSON_TITLES` replaces the e-mail's titles. */
const LEAD_TITLES = Object.fromEntries(
  OPTIONAL_LEAD_FIELDS.map((field): [OptionalLeadField, readonly string[]] => [
    field,
    [field, normalizeTitle(LEAD_RULES[field].label)],
  ]),
) as Record<OptionalLeadField, readonly string[]>;

/** Titles in the exports of Meta's Ads Manager and of Google Ads. */
const SPEND_TITLES = {
  day: ['dia', 'day', 'data', 'date'],
  starts: ['inicio dos relatorios', 'reporting starts'],
  ends: ['encerramento dos relatorios', 'termino dos relatorios', 'reporting ends'],
  currency: ['moeda', 'codigo da moeda', 'currency', 'currency code'],
  account: [
    ...['identificacao da conta', 'id da conta', 'account id'],
    ...['id do cliente', 'id de cliente', 'customer id'],
  ],
  campaignId: ['identificacao da campanha', 'id da campanha', 'campaign id'],
  campaignName: ['nome da campanha', 'campanha', 'campaign name', 'campaign'],
  adSetId: [
    ...['identificacao do conjunto de anuncios', 'id do conjunto de anuncios', 'ad set id'],
    ...['id do grupo de anuncios', 'ad group id'],
  ],
  adSetName: [
    ...['nome do conjunto de anuncios', 'ad set name'],
    ...['grupo de anuncios', 'nome do grupo de anuncios', 'ad group', 'ad group name'],
  ],
  adId: ['identificacao do anuncio', 'id do anuncio', 'ad id'],
  adName: ['nome do anuncio', 'ad name'],
  impressions: ['impressoes', 'impressions', 'impr.'],
} satisfies Titles;

/**
 * Titles in the files of each kind, in lower case without accents, the most reliable first. A file may add a currency
 * in brackets to a title. Hotmart's titles come from its sales report and from an older export. Source: public code
 * that reads these exports.
 */
const COLUMN_TITLES = {
  hotmart: {
    transaction: ['codigo da transacao', 'transacao', 'transacao da venda'],
    status: ['status da transacao', 'status'],
    createdAt: ['data da transacao', 'data de venda', 'data transacao'],
    paidAt: ['confirmacao do pagamento', 'data de confirmacao'],
    price: ['valor de compra sem impostos', 'preco do produto', 'faturamento bruto (sem impostos)'],
    charged: ['valor de compra com impostos', 'preco total'],
    currency: ['moeda de compra', 'moeda'],
    net: [
      'faturamento liquido do(a) produtor(a)',
      'valor que voce recebeu convertido',
      'faturamento liquido',
    ],
    netCurrency: ['moeda de recebimento'],
    fee: ['taxa de processamento'],
    affiliate: ['comissao do(a) afiliado(a)'],
    coproducer: ['faturamento do(a) coprodutor(a)'],
    product: ['produto', 'nome do produto'],
    productId: ['codigo do produto'],
    name: ['comprador(a)', 'nome'],
    email: ['email do(a) comprador(a)', 'email', 'e-mail do(a) comprador(a)'],
    ...PHONE_CODE_TITLES,
    phone: ['telefone'],
    method: ['metodo de pagamento', 'tipo de pagamento', 'meio de pagamento'],
    installments: ['quantidade total de parcelas'],
    orderId: ['transacao do produto principal'],
    subscription: ['codigo do assinante'],
    chargeNumber: ['quantidade de cobrancas', 'recorrencia'],
    chargeType: ['tipo de cobranca'],
    role: ['venda feita como'],
    sck: ['codigo sck', 'sck'],
    src: ['codigo src', 'src'],
  },
  kiwify: {
    transaction: ['id da venda', 'sale id', 'order id'],
    status: ['status'],
    createdAt: ['data de criacao', 'creation date'],
    paidAt: ['data de aprovacao', 'data de pagamento'],
    refundedAt: ['data de reembolso'],
    price: ['preco base do produto', 'product base price'],
    charged: ['total com acrescimo', 'total'],
    currency: ['moeda'],
    net: ['valor liquido', 'your commision amount', 'your commission amount'],
    fee: ['taxas', 'kiwify fee'],
    affiliate: ['comissao do afiliado'],
    product: ['produto', 'product'],
    name: ['cliente', 'customer'],
    email: ['email'],
    ...PHONE_CODE_TITLES,
    phone: ['celular', 'telefone', 'mobile'],
    method: ['pagamento', 'payment'],
    installments: ['parcelas'],
    role: ['tipo'],
    sck: ['tracking sck'],
    src: ['tracking src'],
    ...UTM_TITLES,
  },
  eduzz: {
    transaction: ['fatura'],
    status: ['status'],
    createdAt: ['data de criacao'],
    paidAt: ['data de pagamento'],
    refundedAt: ['data de reembolso'],
    price: ['valor inicial da venda', 'valor da venda'],
    charged: ['valor total da venda'],
    currency: ['moeda'],
    net: ['ganho liquido'],
    fee: ['taxa eduzz'],
    refunded: ['valor reembolsado'],
    product: ['produto'],
    productId: ['id do produto'],
    name: ['cliente / nome'],
    email: ['cliente / e-mail'],
    ...PHONE_CODE_TITLES,
    phone: ['cliente / fones'],
    method: ['forma de pagamento', 'metodo de pagamento'],
    installments: ['nº parcelas', 'no parcelas', 'n° parcelas'],
    subscription: ['contrato'],
    ...UTM_TITLES,
  },
  vendas: {
    transaction: [
      ...['codigo da venda', 'id da venda', 'transacao', 'codigo da transacao', 'pedido', 'fatura'],
      ...['id do pedido', 'numero do pedido', 'codigo do pedido', 'codigo', 'order id', 'id'],
      ...['id da fatura', 'transaction', 'transaction_id', 'id transacao', 'numero da fatura'],
      ...['order number', 'numero da operacao do mercado pago'],
    ],
    status: [
      ...['status', 'situacao', 'status do pedido', 'status da venda', 'estado da venda'],
      ...['status da fatura', 'status pedido', 'order status', 'financial status'],
      'status da operacao',
    ],
    createdAt: [
      ...['data', 'data da venda', 'data de venda', 'data do pedido', 'data da compra', 'date'],
      ...['data de criacao', 'data de pagamento', 'data da transacao', 'criado em', 'created_at'],
      ...['created at', 'data efetivado', 'data pedido', 'order date'],
    ],
    price: [
      ...['valor', 'preco', 'valor da venda', 'valor total', 'total', 'valor do pedido', 'price'],
      ...['valor pago', 'valor do produto', 'amount', 'ticket do pedido', 'ticket (r$)', 'value'],
      ...['ticket', 'valor venda', 'valor total do pedido', 'order total amount'],
    ],
    net: [
      ...['valor liquido', 'liquido', 'comissao', 'net', 'valor recebido', 'valor a receber'],
      'valor total recebido',
    ],
    fee: ['taxa', 'taxas', 'fee', 'tarifa do mercado pago'],
    currency: ['moeda', 'currency'],
    product: [
      ...['produto', 'nome do produto', 'product', 'curso', 'oferta', 'nome produto'],
      ...['item name', 'nome do item', 'lineitem name', 'descricao da operacao', 'descricao'],
    ],
    method: [
      ...['forma de pagamento', 'metodo de pagamento', 'pagamento', 'payment method'],
      ...['forma pagamento', 'payment method title', 'titulo do metodo de pagamento'],
      ...['tipo de meio de pagamento', 'meio de pagamento'],
    ],
    ...PERSON_TITLES,
    ...UTM_TITLES,
  },
  leads: {
    createdAt: [
      ...['data', 'data de criacao', 'data de cadastro', 'data da inscricao', 'criado em'],
      ...['created_time', 'created at', 'created_at', 'date', 'carimbo de data/hora', 'timestamp'],
      ...['submitted at', 'data de entrada', 'date created', 'adesao', 'data de adesao'],
      ...['data da primeira conversao', 'subscribed', 'optin_time', 'added_time', 'create date'],
      ...['date subscribed', 'date added', 'data cadastro', 'data criada', 'cadastrado em'],
      'createdat',
    ],
    ...LEAD_TITLES,
    ...PERSON_TITLES,
    ...UTM_TITLES,
  },
  meta: {
    ...SPEND_TITLES,
    spend: ['valor usado', 'valor gasto', 'amount spent'],
    clicks: ['cliques no link', 'link clicks'],
  },
  google: { ...SPEND_TITLES, spend: ['custo', 'cost'], clicks: ['cliques', 'clicks'] },
} satisfies Record<ImportKind, Titles>;

/** A field, such as `price`, that a column of a file may contain. */
export type ColumnField = { [Kind in ImportKind]: keyof (typeof COLUMN_TITLES)[Kind] }[ImportKind];

type ColumnTitles = Readonly<Partial<Record<ColumnField, readonly string[]>>>;

const titlesOf = (kind: ImportKind): ColumnTitles => COLUMN_TITLES[kind];

/** The words before a field's name in a form's question, such as “Qual é o seu melhor e-mail?”. */
const QUESTION_FOR_FIELD =
  /^(?:(?:qual|digite|informe)(?: e)? )?(?:o |a )?(?:seu|sua) (?:melhor )?/;

/**
 * Returns a title in the form that is compared: normalized, without the words of a question, and with spaces for the
 * `_` of Meta's lead forms.
 */
const titleKey = (title: string): string =>
  normalizeTitle(title).replaceAll('_', ' ').replace(QUESTION_FOR_FIELD, '');

/** A file that has all titles of one entry is of the entry's kind. */
const TITLE_SIGNATURES: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['hotmart', ['codigo da transacao', 'status da transacao']],
  ['hotmart', ['transacao', 'status', 'preco do produto']],
  ['hotmart', ['transacao', 'status', 'faturamento liquido']],
  ['kiwify', ['id da venda', 'status', 'preco base do produto']],
  ['kiwify', ['id da venda', 'status', 'valor liquido']],
  ['kiwify', ['product base price', 'kiwify fee']],
  ['eduzz', ['fatura', 'status', 'ganho liquido']],
  ['eduzz', ['fatura', 'status', 'taxa eduzz']],
];

/** The index of each field's column. */
export type ColumnIndexes = Readonly<Partial<Record<ColumnField, number>>>;

/** A file's titles, and the fields that are read from its columns. */
export interface FileLayout {
  /** Null: the titles do not show the kind. */
  readonly kind: ImportKind | null;
  readonly titleRow: TitleRowCandidate;
  readonly columns: ColumnIndexes;
  /** The indexes of all columns with phone numbers, the most reliable first. */
  readonly phoneColumns: readonly number[];
  /** Labels of the required fields without a column. */
  readonly missing: readonly string[];
}

/** An operator's choice of a file's kind and columns. */
export interface FileChoice {
  /** `spend`: Meta's or Google's spend, as the titles show; null: not chosen. */
  readonly kind: ImportKind | 'spend' | null;
  /** Null: not chosen. */
  readonly columns: ChosenColumns | null;
}

const KNOWN_TITLES: ReadonlySet<string> = new Set(
  Object.values(COLUMN_TITLES).flatMap((titles) => Object.values(titles).flat().map(titleKey)),
);

/** Returns the row with the most known titles, else the row with the most filled cells; null: all rows are empty. */
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

/** Returns a file's kind, and the column of each of its fields. */
export function readLayout(titleRow: TitleRowCandidate, choice: FileChoice): FileLayout {
  const kind =
    choice.kind === 'spend' ? guessNetwork(titleRow) : (choice.kind ?? guessKind(titleRow));
  if (kind === null) return { kind, titleRow, columns: {}, phoneColumns: [], missing: [] };
  const isChosen = isMappableKind(kind) && choice.columns !== null;
  const titles = isChosen ? { ...SUPPLEMENT_TITLES, ...choice.columns } : titlesOf(kind);
  const columns = findColumns(titleRow, titles);
  const phoneColumns = [titles.phone ?? [], titlesOf(kind).phone ?? []].flat().flatMap((title) =>
    titleRow.cells.flatMap((cell, index) => {
      const key = titleKey(cell);
      return [key, withoutFieldInBrackets(key)].includes(titleKey(title)) ? [index] : [];
    }),
  );
  return { kind, titleRow, columns, phoneColumns, missing: findMissing(kind, columns) };
}

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
  const { price, product, transaction, status } = findColumns(titleRow, COLUMN_TITLES.vendas);
  // A file without a lead's date, but with prices, or with products and sale codes or states, lists sales. The operator
  // chooses their columns, because a required column is missing.
  const hasLeadDate = findColumns(titleRow, COLUMN_TITLES.leads).createdAt !== undefined;
  const hasSaleColumns = product !== undefined && (transaction ?? status) !== undefined;
  if (!hasLeadDate && (price !== undefined || hasSaleColumns)) return null;
  return isComplete('leads') ? 'leads' : null;
}

const guessNetwork = (titleRow: TitleRowCandidate) =>
  findColumns(titleRow, COLUMN_TITLES.meta).spend === undefined &&
  findColumns(titleRow, COLUMN_TITLES.google).spend !== undefined
    ? 'google'
    : 'meta';

const CURRENCY_IN_TITLE = / \(([a-z]{3})\)$/;

/** Returns the currency in the title of a column, as in “Valor usado (BRL)”; null: the title has none. */
export const currencyInTitle = (title: string): string | null =>
  CURRENCY_IN_TITLE.exec(normalizeTitle(title))?.[1]?.toUpperCase() ?? null;

const withoutCurrency = (title: string) => title.replace(CURRENCY_IN_TITLE, '');

/** Mercado Pago adds its technical name of the field in brackets, and WooCommerce adds `billing`. */
const FIELD_IN_BRACKETS = / \((?:[a-z]+(?: [a-z]+)+|status|reason|billing|faturamento)\)$/;
const withoutFieldInBrackets = (title: string) => title.replace(FIELD_IN_BRACKETS, '');

/** Whether a file is an export of WooCommerce's orders. */
export const isOfWooCommerce = ({ cells }: TitleRowCandidate): boolean =>
  cells.some((title) => / \((?:billing|faturamento)\)$/.test(normalizeTitle(title)));

/** Returns the title of a second column for one of the kind's fields; null: no field has two columns. */
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

/** Returns the index of the column of each field. Of columns with equal titles, the first counts. */
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

/** The fields that a platform's file must have; one of the alternative columns is enough for a field. */
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

/** Returns the title of each field's column, for the fields whose column an operator may choose. */
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
