import { formatCents, formatCount } from '@funil/contract/money';
import { formatDay, formatPerUnit, formatShare, nameOrNone, type Table } from './format.ts';
import {
  type Brought,
  describeOrigin,
  groupOrigins,
  type MoneyData,
  type NamedTakings,
  type ReportData,
  type Takings,
  WITHOUT_ORIGIN,
} from './model.ts';
import { MAX_DAYS } from './period.ts';
import { countWaits, describeShare, listSteps } from './summaries.ts';

function tableSteps(data: ReportData): Table {
  const { toLead, toMoney } = listSteps(data);
  const visits = toLead[0]?.count ?? 0;
  return {
    title: 'Funil',
    columns: ['Etapa', 'Quantos', 'Conversão', 'Das visitas', 'Valor'],
    rows: [...toLead, ...toMoney].map((step) => [
      step.label,
      formatCount(step.count),
      describeShare(step),
      formatShare(step.count, visits),
      step.cents === null ? '' : formatCents(step.cents),
    ]),
  };
}

function tableWaits({ money }: ReportData): Table {
  const { waits } = money;
  const rows = countWaits(money).map(({ label, sales }) => [
    label,
    formatCount(sales),
    formatShare(sales, waits.length),
  ]);
  return {
    title: 'Do lead ao pagamento',
    columns: ['Tempo', 'Vendas', 'Das vendas com lead conhecido'],
    rows: waits.length > 0 ? rows : [],
  };
}

/** An amount, or a dash where there is none. */
const cell = (cents: number): string => (cents === 0 ? '–' : formatCents(cents));

/** What each of so many brought. */
const perUnit = (cents: number, of: number): string =>
  cents === 0 ? '–' : formatPerUnit(cents, of);

const ORIGIN_COLUMNS = [
  'Visitas',
  'Leads',
  'Visita → lead',
  'Vendas',
  'Lead → venda',
  'Receita',
  'Devolvido',
  'Pendente',
  'Receita por visita',
  'Receita por lead',
];

const originCells = (row: Brought) => [
  formatCount(row.visits),
  formatCount(row.leads),
  formatShare(row.leads, row.visits),
  formatCount(row.paid),
  formatShare(row.paid, row.leads),
  cell(row.paidCents),
  cell(row.refundedCents),
  cell(row.pendingCents),
  perUnit(row.paidCents, row.visits),
  perUnit(row.paidCents, row.leads),
];

/** Sales whose lead is not known, as a row of their own. */
function rowsWithoutOrigin({ withoutOrigin }: MoneyData): string[][] {
  const { issued, paid, refunded, paidCents, refundedCents, pendingCents } = withoutOrigin;
  if (issued + paid + refunded === 0) return [];
  const sales = [formatCount(paid), '–', cell(paidCents), cell(refundedCents), cell(pendingCents)];
  return [[WITHOUT_ORIGIN, '–', '–', '–', ...sales, '–', '–']];
}

export type Name = Parameters<typeof groupOrigins>[1];

export const nameSource: Name = ({ source }) => source || 'desconhecida';
export const nameCampaign: Name = describeOrigin;
export const nameCreative: Name = ({ source, campaign, content }) =>
  [source, campaign, content].filter((part) => part !== '').join(' / ');

function tableOrigins({ money }: ReportData, first: string, title: string, nameOf: Name): Table {
  const groups = groupOrigins(money.origins, nameOf);
  return {
    title,
    columns: [first, ...ORIGIN_COLUMNS],
    rows: groups.map(({ name, ...row }) => [name, ...originCells(row)]),
    foot: rowsWithoutOrigin(money),
  };
}

/** The report of the creatives that a link named, without all other visits and leads. */
export function onlyCreatives(data: ReportData): ReportData {
  const origins = data.money.origins.filter(({ content }) => content !== '');
  return { ...data, money: { ...data.money, origins } };
}

function tableCreatives(data: ReportData): Table {
  const creatives = onlyCreatives(data);
  const title = 'Por criativo (utm_content)';
  const table = tableOrigins(creatives, 'Origem / campanha / criativo', title, nameCreative);
  return creatives.money.origins.length > 0 ? table : { ...table, rows: [], foot: [] };
}

const SALES_COLUMNS = [
  'Pix e boletos',
  'Vendas',
  'Valor médio',
  'Receita',
  'Devoluções',
  'Devolvido',
  'Pendente',
];

const salesCells = (row: Takings) => [
  formatCount(row.issued),
  formatCount(row.paid),
  perUnit(row.paidCents, row.paid),
  cell(row.paidCents),
  formatCount(row.refunded),
  cell(row.refundedCents),
  cell(row.pendingCents),
];

const tableTakings = (title: string, first: string, rows: readonly NamedTakings[]): Table => ({
  title,
  columns: [first, ...SALES_COLUMNS],
  rows: rows.map(({ name, ...row }) => [nameOrNone(name), ...salesCells(row)]),
});

/** Days with any money, of more than a year's the latest. */
export const latestTakings = ({ days }: MoneyData): NamedTakings[] => days.slice(-MAX_DAYS);

function tableDays({ money }: ReportData): Table {
  const days = latestTakings(money).map(({ name, ...row }) => ({ name: formatDay(name), ...row }));
  return tableTakings('Dinheiro por dia', 'Dia', days);
}

/** The money's tables, the widest view first; while no platform tells of any, only the funnel. */
export function moneyTables(data: ReportData): Table[] {
  const { hasNotices, days, platforms, products } = data.money;
  if (!hasNotices && days.length === 0) return [tableSteps(data)];
  return [
    tableSteps(data),
    tableOrigins(data, 'Origem', 'Por origem', nameSource),
    tableOrigins(data, 'Origem / mídia / campanha', 'Por campanha', nameCampaign),
    tableCreatives(data),
    tableDays(data),
    tableWaits(data),
    tableTakings('Por plataforma', 'Plataforma', platforms),
    tableTakings('Por produto', 'Produto', products),
  ];
}
