import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { ORIGIN_LEVEL_LABELS, type OriginLevel } from '@funil/contract/ads/origin-levels';
import { utmLabel } from '@funil/contract/console/labels';
import { formatCount } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';
import { feesCents, groupOrigins, sumRows, WEEKDAY_LABELS } from '@funil/contract/report/origins';
import type {
  FirstContact,
  ReportLifetime,
  ReportOrigin,
  ReportTable,
} from '@funil/contract/report/report';
import {
  describeJudgement,
  describeShare,
  firstContactLabel,
  formatColumn,
  formatShare,
  formatUnknownFees,
  MONEY_COLUMNS,
  ORIGIN_COLUMNS,
} from '@funil/contract/report/report-columns';
import { platformLabel } from '@funil/contract/sales/platforms';
import { productLabel } from '@funil/contract/sales/product-label';
import { paymentMethodLabel } from '@funil/contract/sales/sale-record';
import { LIFETIMES_DAYS } from '../lifetimes.ts';
import type { MoneyTotals } from '../money-totals.ts';
import { describeOrigin, makeOriginRow, type OriginRow, WITHOUT_ORIGIN } from '../origin-rows.ts';
import { MAX_REPORT_DAYS } from '../period.ts';
import type { ReportData } from '../report-data.ts';
import { formatDay, formatPerUnit, labelOrUnnamed } from './format.ts';
import { listColumns, makeTable, type TableColumn } from './make-table.ts';
import { countWaits, describeWaits, listSteps } from './summaries.ts';

function tableSteps(data: ReportData): ReportTable {
  const { toLead, toMoney } = listSteps(data);
  const visits = toLead[0]?.count ?? 0;
  return makeTable(
    'Funil',
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

const centsCell = (cents: number): string => (cents === 0 ? '–' : formatCents(cents));

const ORIGIN_CELLS = listColumns<OriginRow>(Object.values(ORIGIN_COLUMNS));

const originLabel = ({ source, medium, campaign, content }: CreativeOrigin): string =>
  [utmLabel('source', source), campaign, medium, content].filter(Boolean).join(' / ');

function tableOrigins(level: OriginLevel, { salesTotals }: ReportData): ReportTable {
  const { origins, withoutOrigin } = salesTotals;
  const hasSumsWithoutOrigin = Object.values(withoutOrigin).some((value) => value !== 0);
  const rowWithoutOrigin = { ...makeOriginRow(NO_CREATIVE), ...withoutOrigin };
  const columns: TableColumn<ReportOrigin>[] = [
    [ORIGIN_LEVEL_LABELS[level], originLabel],
    ...ORIGIN_CELLS,
    ...(level === 'creative'
      ? [['Conclusão', describeJudgement] satisfies TableColumn<ReportOrigin>]
      : []),
  ];
  const foot = hasSumsWithoutOrigin
    ? [[WITHOUT_ORIGIN, ...ORIGIN_CELLS.map(([, cell]) => cell(rowWithoutOrigin))]]
    : [];
  return makeTable(LEVEL_TITLES[level], groupOrigins(origins, level), columns, { foot });
}

const LEVEL_TITLES: Readonly<Record<OriginLevel, string>> = {
  source: 'Por origem',
  campaign: 'Por campanha',
  set: 'Por conjunto de anúncios (utm_medium)',
  creative: 'Por criativo (utm_content)',
};

const NO_CREATIVE = { source: '', medium: '', campaign: '', content: '' };

const { profit, cost, pending, sales, buyers, renewals, paid, net, refunds, refunded, open } =
  MONEY_COLUMNS;
const REVENUE_CELLS = listColumns<MoneyTotals>([
  ...[pending, sales, buyers, renewals, paid, net, refunds, refunded, open],
]);

function tableMoney({ salesTotals: { total, withoutOrigin } }: ReportData): ReportTable {
  const unknown = total.net_unknown_cents;
  const rows: [string, string][] = [
    ['Vendido', formatCents(total.paid_cents)],
    ['Devolvido', centsCell(total.refunded_cents)],
    ['Taxas e comissões informadas', centsCell(feesCents(total))],
    [
      'Taxas não informadas',
      unknown === 0 ? '–' : `${formatUnknownFees(total)}, de ${formatCents(unknown)} vendidos`,
    ],
    ['Líquido', formatColumn(net, total)],
    ['Gasto com anúncios, sem o imposto', centsCell(total.spend_cents)],
    ['Custo dos anúncios, com o imposto', centsCell(total.cost_cents)],
    ['Custo sem origem', centsCell(withoutOrigin.cost_cents)],
    ['Lucro', formatColumn(profit, total)],
    [`Pix e boletos emitidos (${formatCount(total.pending)})`, centsCell(total.issued_cents)],
    [`Pix e boletos em aberto (${formatCount(total.open)})`, centsCell(total.pending_cents)],
  ];
  return makeTable('Dinheiro', rows, [
    ['Dinheiro', ([name]) => name],
    ['Valor', ([, value]) => value],
  ]);
}

function tableWaits({ salesTotals }: ReportData): ReportTable {
  const { waits } = salesTotals;
  return makeTable('Do lead ao pagamento', waits.length > 0 ? countWaits(salesTotals) : [], [
    ['Tempo', ({ label }) => label],
    ['Vendas', ({ sales }) => formatCount(sales)],
    [
      'Das vendas com lead conhecido',
      ({ sales }) => formatShare(sales, waits.length),
      ({ sales }) => sales,
    ],
  ]);
}

/** A group of fewer leads has no bar, because so small a sample would mislead. */
const MIN_LEADS = 30;

export function tableContacts(groups: readonly FirstContact[]): ReportTable {
  const title = 'Do lead ao primeiro contato';
  const columns = ['Primeiro contato', 'Leads', 'Compraram'];
  const { leads } = sumRows({ leads: 0 }, groups);
  if (leads < MIN_LEADS) {
    const row = [`precisa de ${MIN_LEADS} leads nestes dias`, formatCount(leads), '–'];
    return { title, columns, rows: leads > 0 ? [row] : [], parts: [], note: '' };
  }
  const rows = groups.map((group) => [
    firstContactLabel(group),
    formatCount(group.leads),
    formatShare(group.buyers, group.leads),
  ]);
  const shares = groups.map((group) =>
    group.leads < MIN_LEADS ? [] : [group.buyers / group.leads],
  );
  const highest = Math.max(0, ...shares.flat()) || 1;
  const note = `Contato é o primeiro toque no WhatsApp ou a primeira mudança de estado, antes da compra. Grupos com menos de ${MIN_LEADS} leads não têm barra.`;
  return { title, columns, rows, parts: shares.map((row) => row.map((n) => n / highest)), note };
}

const tableMethods = ({ salesTotals }: ReportData): ReportTable => ({
  ...makeTable('Aprovação por forma de pagamento', salesTotals.methods, [
    ['Forma de pagamento', ({ method }) => paymentMethodLabel(method, 'label')],
    ['Tentativas', ({ begun }) => formatCount(begun)],
    ['Pagas', ({ paid }) => formatCount(paid)],
    ['Aprovação', ({ paid, begun }) => formatShare(paid, begun)],
  ]),
  note: 'Tentativa é cada cobrança que começou, também sem aviso de que o Pix ou boleto foi emitido.',
});

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour);

function tableSlots({ salesTotals: { slots } }: ReportData): ReportTable {
  const hasSales = slots.some(({ sales }) => sales > 0);
  return makeTable('Vendas por hora e dia da semana', hasSales ? HOURS_OF_DAY : [], [
    ['Hora', (hour) => `${hour}h`],
    ...WEEKDAY_LABELS.map((weekday, index): TableColumn<number> => {
      const salesAt = (hour: number) => slots[index * 24 + hour]?.sales ?? 0;
      return [weekday, (hour) => formatCount(salesAt(hour)).replace(/^0$/, '–'), salesAt];
    }),
  ]);
}

/** Returns the campaigns with a known number; without one, all buyers first paid less than 30 days ago. */
const knownLifetimes = ({ salesTotals }: ReportData): ReportLifetime[] =>
  salesTotals.lifetimes.filter(({ after }) => after.some(({ buyers }) => buyers > 0));

const tableLifetimes = (lifetimes: readonly ReportLifetime[]): ReportTable =>
  makeTable('Quanto um comprador traz', lifetimes, [
    ['Origem / mídia / campanha', describeOrigin],
    ...LIFETIMES_DAYS.map(
      (days, index): TableColumn<ReportLifetime> => [
        `Em ${days} dias (compradores)`,
        ({ after }) => {
          const { buyers, cents } = after[index] ?? { buyers: 0, cents: 0 };
          return buyers === 0
            ? 'ainda não'
            : `${formatPerUnit(cents, buyers)} (${formatCount(buyers)})`;
        },
      ],
    ).filter((_, index) => lifetimes.some(({ after }) => after[index]?.buyers)),
  ]);

export function moneyTables(report: ReportData): ReportTable[] {
  const { hasNotices, days, origins } = report.salesTotals;
  if (!hasNotices && days.length === 0) return [tableSteps(report)];
  const hasContent = origins.some(({ content }) => content !== '');
  return [
    tableMoney(report),
    tableSteps(report),
    tableOrigins('source', report),
    tableOrigins('campaign', report),
    ...(hasContent ? [tableOrigins('set', report), tableOrigins('creative', report)] : []),
    makeTable(
      'Dinheiro por dia',
      days.slice(-MAX_REPORT_DAYS),
      [
        ['Dia', ({ name }) => formatDay(name)],
        ...listColumns<MoneyTotals>([profit, cost]),
        ...REVENUE_CELLS,
      ],
      { maxRows: MAX_REPORT_DAYS },
    ),
    tableWaits(report),
    tableContacts(report.firstContacts),
    tableMethods(report),
    tableSlots(report),
    tableLifetimes(knownLifetimes(report)),
    ...namedTables(report, REVENUE_CELLS),
  ];
}

const namedTables = (
  { salesTotals: { platforms, products } }: ReportData,
  columns: readonly TableColumn<MoneyTotals>[],
): ReportTable[] => [
  makeTable('Por plataforma', platforms, [
    ['Plataforma', ({ name }) => labelOrUnnamed(platformLabel(name))],
    ...columns,
  ]),
  makeTable('Por produto', products, [
    ['Produto', ({ name }) => labelOrUnnamed(productLabel(name))],
    ...columns,
  ]),
];

const MAX_LIFETIME_TABLES = 12;
const BRIEF_REVENUE_CELLS: readonly TableColumn<MoneyTotals>[] = [
  ...listColumns<MoneyTotals>([sales, refunds]),
  [paid.label, (row) => formatColumn(paid, row), (row) => row.paid_cents],
];

export const consoleTables = (data: ReportData): ReportTable[] =>
  [
    {
      ...tableLifetimes(knownLifetimes(data).slice(0, MAX_LIFETIME_TABLES)),
      note: 'Líquido menos o devolvido, por comprador, desde o primeiro pagamento; de todos os tempos.',
    },
    tableMethods(data),
    ...namedTables(data, BRIEF_REVENUE_CELLS),
    { ...tableWaits(data), note: describeWaits(data.salesTotals) },
    ...(data.salesTotals.hasNotices ? [tableContacts(data.firstContacts)] : []),
    tableSlots(data),
  ].filter(({ rows }) => rows.length > 0);
