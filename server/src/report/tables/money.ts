import { formatCents, formatCount, formatDay, formatDays, formatShare } from '../format.ts';
import { addStages, describeOrigin, type ReportData } from '../model.ts';
import {
  type Brought,
  groupOrigins,
  type MoneyData,
  type NamedTakings,
  percentile,
  type Takings,
} from '../money.ts';
import type { Table } from './table.ts';

/** A step of the funnel. */
export interface Step {
  readonly label: string;
  readonly count: number;
  /** What its share is taken of; null: of nothing. */
  readonly of: { readonly count: number; readonly label: string } | null;
  readonly cents: number | null;
}

/** From the visit to the lead, and from the lead to the money and back. */
export function listSteps({ stages, leads, money }: ReportData): {
  toLead: Step[];
  toMoney: Step[];
} {
  const visits = addStages(stages);
  const { total } = money;
  const step = (label: string, count: number, of: Step['of'], cents: number | null = null) => ({
    ...{ label, count, of, cents },
  });
  const ofVisits = { count: visits.visits, label: 'das visitas' };
  const ofClicks = { count: visits.cta, label: 'dos cliques' };
  const ofLeads = { count: leads.stored, label: 'dos leads' };
  const ofCheckout = { count: visits.checkout, label: 'do checkout' };
  const ofPaid = { count: total.paid, label: 'das vendas' };
  return {
    toLead: [
      step('Visitas', visits.visits, null),
      step('Clique no CTA', visits.cta, ofVisits),
      step('Começou o formulário', visits.formStart, ofClicks),
      step('Lead', leads.stored, ofVisits),
    ],
    toMoney: [
      step('Foi ao checkout', visits.checkout, ofLeads),
      step('Pix ou boleto emitido', total.issued, ofCheckout),
      step('Venda paga', total.paid, ofLeads, total.paidCents),
      step('Dinheiro devolvido', total.refunded, ofPaid, total.refundedCents),
    ],
  };
}

/** A step's share in words: `2,4% dos leads`. */
export const describeShare = ({ count, of }: Step): string =>
  of === null || of.count === 0 ? '' : `${formatShare(count, of.count)} ${of.label}`;

/** An amount, or a dash where there is none. */
const cell = (cents: number): string => (cents === 0 ? '–' : formatCents(cents));

/** What each of so many brought. */
const perUnit = (cents: number, of: number): string =>
  of === 0 || cents === 0 ? '–' : formatCents(Math.round(cents / of));

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
const WITHOUT_ORIGIN = 'sem origem';

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

/** Only creatives that a link named. */
function tableCreatives(data: ReportData): Table {
  const origins = data.money.origins.filter(({ content }) => content !== '');
  const money = { ...data.money, origins };
  const title = 'Por criativo (utm_content)';
  const table = tableOrigins(
    { ...data, money },
    'Origem / campanha / criativo',
    title,
    nameCreative,
  );
  return origins.length > 0 ? table : { ...table, rows: [], foot: [] };
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
  rows: rows.map(({ name, ...row }) => [name || 'sem nome', ...salesCells(row)]),
});

/** Most days that are drawn and listed. */
const MOST_DAYS = 366;

/** Days with any money, of more than a year's the latest. */
export const latestTakings = ({ days }: MoneyData): NamedTakings[] => days.slice(-MOST_DAYS);

function tableDays({ money }: ReportData): Table {
  const days = latestTakings(money).map(({ name, ...row }) => ({ name: formatDay(name), ...row }));
  return tableTakings('Dinheiro por dia', 'Dia', days);
}

/** Whole days from lead to payment, by their ends. */
const WAITS: readonly [label: string, most: number][] = [
  ['menos de 1 hora', 1 / 24],
  ['de 1 a 24 horas', 1],
  ['de 1 a 3 dias', 3],
  ['de 3 a 7 dias', 7],
  ['de 7 a 14 dias', 14],
  ['de 14 a 30 dias', 30],
  ['mais de 30 dias', Number.POSITIVE_INFINITY],
];

export function countWaits({ waits }: MoneyData): { label: string; sales: number }[] {
  let least = 0;
  return WAITS.map(([label, most]) => {
    const from = least;
    least = most;
    return { label, sales: waits.filter((days) => days >= from && days < most).length };
  });
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

/** How long buyers took: `metade pagou em até 1,2 dia; nove em cada dez, em até 6 dias`. */
export function describeWaits({ waits }: MoneyData): string {
  const [half, most] = [percentile(waits, 0.5), percentile(waits, 0.9)];
  if (half === null || most === null) return '';
  return `Metade pagou em até ${formatDays(half)} depois do lead; nove em cada dez, em até ${formatDays(most)}.`;
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

/** What must be known to read the money: what is missing, and where it comes from. */
export function describeMoney({ money, revenue }: ReportData): string[] {
  const { hasNotices, notUnderstood, withoutValue } = money;
  const told = revenue.reduce((sum, { transactions }) => sum + transactions, 0);
  const sentences = hasNotices
    ? []
    : [
        'Nenhum aviso de venda chegou do checkout até agora: por isso não há dinheiro neste relatório. docs/sales.md diz como ligá-lo, e npm run doctor, o que falta.',
      ];
  if (!hasNotices && told > 0) {
    sentences.push(
      `Pelo navegador, ${told === 1 ? '1 compra foi informada' : `${formatCount(told)} compras foram informadas`} na volta do checkout; quem conta dinheiro são os avisos.`,
    );
  }
  if (notUnderstood > 0) {
    sentences.push(
      `${notUnderstood === 1 ? '1 aviso não foi entendido e ainda não conta' : `${formatCount(notUnderstood)} avisos não foram entendidos e ainda não contam`}.`,
    );
  }
  if (withoutValue > 0) {
    sentences.push(
      `${withoutValue === 1 ? '1 venda paga não tem valor em reais' : `${formatCount(withoutValue)} vendas pagas não têm valor em reais`} e não entra na receita.`,
    );
  }
  return sentences;
}
