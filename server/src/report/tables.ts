import { formatCents, formatCount } from '@funil/contract/money';
import { METRICS } from '../visits/visit.ts';
import {
  formatDay,
  formatPerUnit,
  formatSeconds,
  formatShare,
  formatVital,
  labelOrNone,
  rateVital,
} from './format.ts';
import {
  addStages,
  describeOrigin,
  groupOrigins,
  groupStages,
  latestDays,
  type NamedRevenue,
  type OriginTotals,
  originKey,
  type ReportData,
  type RevenueTotals,
  type SalesTotals,
  type Stages,
  WITHOUT_ORIGIN,
} from './model.ts';
import { MAX_DAYS } from './period.ts';
import { countWaits, describeShare, listSteps } from './summaries.ts';

/** A table for people: the first column is text, the others are numbers. */
export interface Table {
  readonly id: TableId;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TITLES = {
  funnel: 'Funil',
  origins: 'Por origem',
  campaigns: 'Por campanha',
  creatives: 'Por criativo (utm_content)',
  'money-days': 'Dinheiro por dia',
  waits: 'Do lead ao pagamento',
  platforms: 'Por plataforma',
  products: 'Por produto',
  'visit-origins': 'Visitas por origem, mídia e campanha',
  'visit-days': 'Visitas por dia',
  sections: 'Seções',
  forms: 'Formulários',
  abandonment: 'Abandono por campo',
  vitals: 'Velocidade por campanha (p75)',
} as const;
export type TableId = keyof typeof TITLES;

type Column<Row> = readonly [title: string, cell: (row: Row) => string];

/** Addresses and visitors' clocks may have any number of values. */
const MAX_ROWS = 100;
/** Tables of days have `MAX_DAYS` instead. */
const TABLES_OF_DAYS: readonly TableId[] = ['money-days', 'visit-days'];

/** @param foot rows below the others, always shown */
function makeTable<Row>(
  id: TableId,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  foot: readonly string[][] = [],
): Table {
  const hidden = TABLES_OF_DAYS.includes(id) ? 0 : rows.length - MAX_ROWS;
  const visibleRows = hidden > 0 ? rows.slice(0, MAX_ROWS) : rows;
  const note = `… e mais ${formatCount(hidden)}: todas com --csv ou --json`;
  return {
    id,
    title: TITLES[id],
    columns: columns.map(([title]) => title),
    rows: [
      ...visibleRows.map((row) => columns.map(([, cell]) => cell(row))),
      ...(hidden > 0 ? [columns.map((_, index) => (index === 0 ? note : ''))] : []),
      ...foot,
    ],
  };
}

function tableSteps(data: ReportData): Table {
  const { toLead, toMoney } = listSteps(data);
  const visits = toLead[0]?.count ?? 0;
  return makeTable(
    'funnel',
    [...toLead, ...toMoney],
    [
      ['Etapa', ({ label }) => label],
      ['Quantos', ({ count }) => formatCount(count)],
      ['Conversão', describeShare],
      ['Das visitas', ({ count }) => formatShare(count, visits)],
      ['Valor', ({ cents }) => (cents === null ? '' : formatCents(cents))],
    ],
  );
}

const cell = (cents: number): string => (cents === 0 ? '–' : formatCents(cents));

const perUnit = (cents: number, of: number): string =>
  cents === 0 ? '–' : formatPerUnit(cents, of);

const ORIGIN_COLUMNS: readonly Column<OriginTotals>[] = [
  ['Visitas', ({ visits }) => formatCount(visits)],
  ['Leads', ({ leads }) => formatCount(leads)],
  ['Visita → lead', ({ leads, visits }) => formatShare(leads, visits)],
  ['Vendas', ({ sales }) => formatCount(sales)],
  ['Lead → venda', ({ sales, leads }) => formatShare(sales, leads)],
  ['Receita', ({ paid_cents }) => cell(paid_cents)],
  ['Devolvido', ({ refunded_cents }) => cell(refunded_cents)],
  ['Pendente', ({ pending_cents }) => cell(pending_cents)],
  ['Receita por visita', ({ paid_cents, visits }) => perUnit(paid_cents, visits)],
  ['Receita por lead', ({ paid_cents, leads }) => perUnit(paid_cents, leads)],
];

function rowsWithoutOrigin({ withoutOrigin }: SalesTotals): string[][] {
  const { pending, sales, refunded, paid_cents, refunded_cents, pending_cents } = withoutOrigin;
  if (pending + sales + refunded === 0) return [];
  const cents = [paid_cents, refunded_cents, pending_cents].map(cell);
  return [[WITHOUT_ORIGIN, '–', '–', '–', formatCount(sales), '–', ...cents, '–', '–']];
}

export type Name = Parameters<typeof groupOrigins>[1];

export const sourceLabel: Name = ({ source }) => source || 'desconhecida';
export const campaignLabel: Name = describeOrigin;
export const creativeLabel: Name = ({ source, campaign, content }) =>
  [source, campaign, content].filter((part) => part !== '').join(' / ');

function tableOrigins(
  id: TableId,
  { salesTotals }: ReportData,
  first: string,
  nameOf: Name,
): Table {
  const rows = groupOrigins(salesTotals.origins, nameOf);
  const columns = [[first, ({ name }) => name] as Column<{ name: string }>, ...ORIGIN_COLUMNS];
  return makeTable(id, rows, columns, rowsWithoutOrigin(salesTotals));
}

/** Returns the report without the origins that have no `utm_content`. */
export function onlyCreatives(data: ReportData): ReportData {
  const origins = data.salesTotals.origins.filter(({ content }) => content !== '');
  return { ...data, salesTotals: { ...data.salesTotals, origins } };
}

const SALES_COLUMNS: readonly Column<RevenueTotals>[] = [
  ['Pix e boletos', ({ pending }) => formatCount(pending)],
  ['Vendas', ({ sales }) => formatCount(sales)],
  ['Valor médio', ({ paid_cents, sales }) => perUnit(paid_cents, sales)],
  ['Receita', ({ paid_cents }) => cell(paid_cents)],
  ['Devoluções', ({ refunded }) => formatCount(refunded)],
  ['Devolvido', ({ refunded_cents }) => cell(refunded_cents)],
  ['Pendente', ({ pending_cents }) => cell(pending_cents)],
];

const tableRevenue = (
  id: TableId,
  rows: readonly NamedRevenue[],
  [title, nameOf]: [string, (name: string) => string],
): Table => makeTable(id, rows, [[title, ({ name }) => nameOf(name)], ...SALES_COLUMNS]);

export const latestRevenue = ({ days }: SalesTotals): NamedRevenue[] => days.slice(-MAX_DAYS);

function tableWaits({ salesTotals }: ReportData): Table {
  const { waits } = salesTotals;
  return makeTable('waits', waits.length > 0 ? countWaits(salesTotals) : [], [
    ['Tempo', ({ label }) => label],
    ['Vendas', ({ sales }) => formatCount(sales)],
    ['Das vendas com lead conhecido', ({ sales }) => formatShare(sales, waits.length)],
  ]);
}

/** Returns the tables of sales; only the funnel until a platform sends a notice. */
function moneyTables(data: ReportData): Table[] {
  const { hasNotices, days, platforms, products } = data.salesTotals;
  if (!hasNotices && days.length === 0) return [tableSteps(data)];
  const creatives = onlyCreatives(data);
  return [
    tableSteps(data),
    tableOrigins('origins', data, 'Origem', sourceLabel),
    tableOrigins('campaigns', data, 'Origem / mídia / campanha', campaignLabel),
    ...(creatives.salesTotals.origins.length > 0
      ? [tableOrigins('creatives', creatives, 'Origem / campanha / criativo', creativeLabel)]
      : []),
    tableRevenue('money-days', latestRevenue(data.salesTotals), ['Dia', formatDay]),
    tableWaits(data),
    tableRevenue('platforms', platforms, ['Plataforma', labelOrNone]),
    tableRevenue('products', products, ['Produto', labelOrNone]),
  ];
}

const STAGE_COLUMNS: readonly Column<{ sum: Stages }>[] = [
  ['Visitas', ({ sum }) => formatCount(sum.visits)],
  ['CTA', ({ sum }) => formatCount(sum.cta_clicks)],
  ['Form.', ({ sum }) => formatCount(sum.form_starts)],
  ['Leads', ({ sum }) => formatCount(sum.leads)],
  ['Visita → lead', ({ sum }) => formatShare(sum.leads, sum.visits)],
  ['Checkout', ({ sum }) => formatCount(sum.checkouts)],
  ['Compras', ({ sum }) => formatCount(sum.purchases)],
  ['Lead → compra', ({ sum }) => formatShare(sum.purchases, sum.leads)],
  ['Aplicações', ({ sum }) => formatCount(sum.applications)],
];

function tableSections({ stages, sections }: ReportData): Table {
  const { visits: all } = addStages(stages);
  return makeTable('sections', sections, [
    ['Seção', ({ section }) => section],
    ['Visitas que a viram', ({ visits }) => formatCount(visits)],
    ['Alcance', ({ visits }) => formatShare(visits, all)],
    ['Tempo médio à vista', ({ seconds }) => formatSeconds(seconds)],
  ]);
}

/** Longer than the page's names. */
const MAX_FIELD_LENGTH = 60;

function tableAbandonment({ abandonment }: ReportData): Table {
  const ofForm = Map.groupBy(abandonment, ({ form }) => form);
  const countOf = (form: string) =>
    (ofForm.get(form) ?? []).reduce((sum, { visits }) => sum + visits, 0);
  return makeTable('abandonment', abandonment, [
    [
      'Último campo',
      ({ form, step, field }) =>
        [form, step === null ? '' : `etapa ${step}`, field.slice(0, MAX_FIELD_LENGTH)]
          .filter(Boolean)
          .join(' / '),
    ],
    ['Visitas', ({ visits }) => formatCount(visits)],
    ['Dos abandonos do formulário', ({ form, visits }) => formatShare(visits, countOf(form))],
  ]);
}

function tableVitals({ vitals }: ReportData): Table {
  const rows = [...Map.groupBy(vitals, originKey).values()];
  return makeTable('vitals', rows, [
    ['Origem / mídia / campanha', ([first]) => (first ? describeOrigin(first) : '')],
    ...METRICS.map(
      (metric): Column<ReportData['vitals']> => [
        metric,
        (group) => {
          const p75 = group.find((row) => row.metric === metric)?.p75;
          if (p75 === undefined) return '–';
          return `${formatVital(metric, p75)} (${rateVital(metric, p75)})`;
        },
      ],
    ),
    ['Medições', (group) => formatCount(Math.max(...group.map(({ samples }) => samples)))],
  ]);
}

/** Returns the tables in reading order, without empty ones. */
export function buildTables(data: ReportData): Table[] {
  return [
    ...moneyTables(data),
    makeTable('visit-origins', groupStages(data.stages, originKey), [
      ['Origem / mídia / campanha', ({ first }) => describeOrigin(first)],
      ...STAGE_COLUMNS,
    ]),
    makeTable('visit-days', latestDays(data), [
      ['Dia', ({ day }) => formatDay(day)],
      ...STAGE_COLUMNS,
    ]),
    tableSections(data),
    makeTable('forms', data.forms, [
      ['Formulário', ({ form }) => form],
      ['Começaram', ({ started }) => formatCount(started)],
      ['Concluíram', ({ completed }) => formatCount(completed)],
      ['Conclusão', ({ started, completed }) => formatShare(completed, started)],
    ]),
    tableAbandonment(data),
    tableVitals(data),
  ].filter(({ rows }) => rows.length > 0);
}
