// This file imports no zod, because the console loads it.
import { formatCount, formatQuantity } from '../counts.ts';
import { formatCents } from '../money.ts';
import { earnedCents, profitOf, returnPerRealCents } from './origins.ts';
import type {
  FirstContact,
  MoneySums,
  OriginSums,
  ReportJson,
  ReportOrigin,
  ReportStep,
} from './report.ts';

export interface ReportColumn<Row> {
  readonly label: string;
  /** Null if the value is unknown or has no meaning. The table shows a dash and sorts the row last. */
  readonly value: (row: Row) => number | null;
  readonly format: (value: number, row: Row) => string;
}

const percentFormat = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Returns `12,5%`; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percentFormat.format(part / whole);

/** Returns `2,4% dos leads`. Adds both numbers if the share is not computed from the step's own count. */
export function describeShare({ count, of }: ReportStep): string {
  if (of === null || of.count === 0) return '';
  const numbers = of.part === count ? '' : ` (${formatCount(of.part)} de ${formatCount(of.count)})`;
  return `${formatShare(of.part, of.count)} ${of.label}${numbers}`;
}

const FIRST_CONTACT_LABELS = new Map([
  [5, 'até 5 minutos'],
  [60, 'até 1 hora'],
  [1440, 'até 1 dia'],
]);

export const firstContactLabel = ({ is_contacted, within_minutes }: FirstContact): string =>
  is_contacted ? (FIRST_CONTACT_LABELS.get(within_minutes ?? 0) ?? 'depois') : 'sem contato';

export function formatColumn<Row>({ value, format }: ReportColumn<Row>, row: Row): string {
  const number = value(row);
  return number === null ? '–' : format(number, row);
}

const centsPerUnit = (cents: number, units: number) =>
  cents === 0 || units === 0 ? null : Math.round(cents / units);

/** Explains why to keep or to stop a creative, or which evidence is missing; empty without a cost. */
export function describeJudgement({ judgement, missing_evidence, cost_cents }: ReportOrigin) {
  if (judgement) return judgement.reason;
  if (cost_cents === 0) return '';
  if (missing_evidence === null) return 'ainda não dá para dizer';
  const { spend_cents, buyers, days } = missing_evidence;
  // Rounded up to R$ 10, because the prediction is not more exact.
  const spend = formatCents(Math.ceil(spend_cents / 1_000) * 1_000).replace(',00', '');
  const missing = [
    spend_cents > 0 ? `cerca de ${spend} de gasto sem venda` : 'alguns dias para pagarem',
    ...(buyers === null ? [] : [formatQuantity(buyers, 'venda', 'vendas')]),
  ];
  const pace =
    days === null
      ? ''
      : `em cerca de ${formatQuantity(days, 'dia', 'dias')} neste ritmo, ou antes: `;
  return `ainda não dá para dizer: ${pace}faltam ${missing.join(' ou ')}`;
}

type UnknownFees = Pick<
  OriginSums,
  'net_unknown_cents' | 'estimated_fees_cents' | 'unestimated_cents'
>;

export const formatUnknownFees = (money: UnknownFees): string =>
  money.net_unknown_cents > money.unestimated_cents
    ? `≈ ${formatCents(money.estimated_fees_cents)}`
    : 'desconhecidas';

/** Returns `sem 312 visitas de robôs e 4 leads deles`; empty without any. */
export function excludedRobotsLabel({ visits, leads }: ReportJson['excluded']): string {
  const ofLeads = formatQuantity(leads, 'lead', 'leads');
  if (visits === 0) return leads > 0 ? `sem ${ofLeads} de robôs` : '';
  const ofVisits = `sem ${formatQuantity(visits, 'visita', 'visitas')} de robôs`;
  return leads > 0 ? `${ofVisits} e ${ofLeads} deles` : ofVisits;
}

/** Returns the assumptions of the estimate in Portuguese; empty if all fees are known. */
export function describeUnknownFees(money: UnknownFees): string {
  const { net_unknown_cents: unknown, unestimated_cents: unestimated } = money;
  return [
    unknown > 0 && `De ${formatCents(unknown)} vendidos a plataforma não informou as taxas.`,
    unknown > unestimated &&
      'A estimativa conta que taxas e comissões levem a mesma parte que nas outras vendas da mesma plataforma, pagas da mesma forma.',
    unestimated > 0 &&
      `${unknown > unestimated ? `De ${formatCents(unestimated)} não` : 'Não'} há como estimar, porque nenhuma venda assim diz as taxas: contam como zero, e fica para você menos do que o lucro mostra.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Writes `≈` before an amount whose fees are estimated, or in which unknown fees or refunds count as 0. */
const formatEstimate = (cents: number, row: MoneySums): string =>
  `${profitOf(row).profit_is_estimate ? '≈ ' : ''}${formatCents(cents)}`;

export const MONEY_COLUMNS = {
  profit: { label: 'Lucro', value: (row) => profitOf(row).profit_cents, format: formatEstimate },
  cost: { label: 'Custo', value: (row) => row.cost_cents || null, format: formatCents },
  return: { label: 'Retorno por real (ROAS)', value: returnPerRealCents, format: formatCents },
  pending: { label: 'Pix e boletos', value: (row) => row.pending, format: formatCount },
  sales: { label: 'Vendas', value: (row) => row.sales, format: formatCount },
  buyers: { label: 'Compradores', value: (row) => row.buyers, format: formatCount },
  buyer_cost: {
    label: 'Custo por comprador',
    value: (row) => centsPerUnit(row.cost_cents, row.buyers),
    format: formatCents,
  },
  renewals: { label: 'Renovações', value: (row) => row.renewals, format: formatCount },
  paid: { label: 'Vendido', value: (row) => row.paid_cents || null, format: formatCents },
  net: { label: 'Líquido', value: earnedCents, format: formatEstimate },
  refunds: { label: 'Devoluções', value: (row) => row.refunded, format: formatCount },
  refunded: { label: 'Devolvido', value: (row) => row.refunded_cents || null, format: formatCents },
  open: { label: 'Em aberto', value: (row) => row.pending_cents || null, format: formatCents },
} as const satisfies Record<string, ReportColumn<MoneySums>>;

/** The console's URL contains this name of the column by which rows are sorted. */
export const ORIGIN_COLUMNS = {
  profit: MONEY_COLUMNS.profit,
  cost: MONEY_COLUMNS.cost,
  return: MONEY_COLUMNS.return,
  visits: { label: 'Visitas', value: (row) => row.visits, format: formatCount },
  leads: { label: 'Leads', value: (row) => row.leads, format: formatCount },
  lead_cost: {
    label: 'Custo por lead',
    value: (row) => centsPerUnit(row.cost_cents, row.leads),
    format: formatCents,
  },
  applications: { label: 'Aplicações', value: (row) => row.applications, format: formatCount },
  buyers: MONEY_COLUMNS.buyers,
  buyer_cost: MONEY_COLUMNS.buyer_cost,
  conversion: {
    label: 'Lead → comprador',
    value: (row) => (row.leads === 0 ? null : row.lead_buyers / row.leads),
    format: (share) => percentFormat.format(share),
  },
  paid: MONEY_COLUMNS.paid,
  net: MONEY_COLUMNS.net,
  refunded: MONEY_COLUMNS.refunded,
} as const satisfies Record<string, ReportColumn<Omit<OriginSums, 'checkouts'>>>;
