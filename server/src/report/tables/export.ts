import type { CampaignOrigin } from '@funil/contract/ads/origin-levels';
import { startOfDay } from '@funil/contract/brasilia';
import { compareTexts } from '@funil/contract/characters';
import { toLocalTime } from '@funil/contract/local-time';
import { NOT_JUDGED, profitOf, sumRows } from '@funil/contract/report/origins';
import type {
  ReportDay,
  ReportJson,
  ReportPeriod,
  ReportSlot,
  RevenueCents,
  RevenueTotals,
} from '@funil/contract/report/report';
import { type Columns, fieldColumns } from '../../csv/columns.ts';
import { NO_MONEY, sumMoney, waitPercentiles } from '../money-totals.ts';
import { makeOriginRow, originKey, WITHOUT_ORIGIN } from '../origin-rows.ts';
import { type DayLimits, listDays } from '../period.ts';
import { latestDays, type ReportData } from '../report-data.ts';
import { NO_STAGES, type StageRow, sumStages } from '../stage-sums.ts';
import { consoleTables } from './money-tables.ts';
import { pageTables } from './page-tables.ts';
import { listSteps } from './summaries.ts';

const pickRevenueCents = (totals: RevenueTotals): RevenueCents => ({
  paid_cents: totals.paid_cents,
  net_cents: totals.net_cents,
  net_unknown_cents: totals.net_unknown_cents,
  estimated_fees_cents: totals.estimated_fees_cents,
  unestimated_cents: totals.unestimated_cents,
  refunded_cents: totals.refunded_cents,
  issued_cents: totals.issued_cents,
  pending_cents: totals.pending_cents,
});

const sumSlots = (slots: readonly ReportSlot[], toGroup: (slot: number) => number) =>
  [...Map.groupBy(slots, ({ slot }) => toGroup(slot))]
    .map(([slot, group]) => ({ slot, ...sumRows({ sales: 0, paid_cents: 0 }, group) }))
    .sort((a, b) => a.slot - b.slot);

function toFunnel({ stages, leads, salesTotals }: ReportData): ReportJson['funnel'] {
  const { visits, checkouts } = sumStages(stages);
  const { total, origins } = salesTotals;
  return {
    visits,
    leads: leads.stored,
    applications: origins.reduce((sum, row) => sum + row.applications, 0),
    checkouts,
    pending: total.pending,
    paid: total.sales,
    buyers: total.buyers,
    lead_buyers: total.lead_buyers,
    charges: total.charges,
    renewals: total.renewals,
    refunded: total.refunded,
    refunds_unknown: total.refunds_unknown,
  };
}

export function buildReportJson(report: ReportData, { first, last }: DayLimits): ReportJson {
  const { salesTotals, revenue, sections, forms, abandonment, visit_hours, vitals } = report;
  const { total, withoutOrigin } = salesTotals;
  return {
    from: first ?? null,
    until: last ?? null,
    by_lead: report.scope.isReportByLead,
    is_maturing: salesTotals.isMaturing,
    funnel: toFunnel(report),
    money: {
      currency: 'BRL',
      ...pickRevenueCents(total),
      spend_cents: total.spend_cents,
      cost_cents: total.cost_cents,
      ...profitOf(total),
    },
    origins: salesTotals.origins,
    spend_without_origin_cents: withoutOrigin.spend_cents,
    cost_without_origin_cents: withoutOrigin.cost_cents,
    sales_without_origin: withoutOrigin.sales,
    money_without_origin: pickRevenueCents(withoutOrigin),
    sales_without_value: salesTotals.paidWithoutValue,
    platforms: salesTotals.platforms.map(({ name, ...row }) => ({ platform: name, ...row })),
    products: salesTotals.products.map(({ name, ...row }) => ({ product: name, ...row })),
    sales_days: salesTotals.days.map(({ name, ...row }) => ({ day: name, ...row })),
    methods: salesTotals.methods,
    weekdays: sumSlots(salesTotals.slots, (slot) => Math.floor(slot / 24)),
    hours: sumSlots(salesTotals.slots, (slot) => slot % 24),
    lifetimes: salesTotals.lifetimes,
    lead_to_payment_days: { sales: salesTotals.waits.length, ...waitPercentiles(salesTotals) },
    first_contact: report.firstContacts,
    notices: { received: salesTotals.hasNotices, not_understood: salesTotals.failedNotices },
    excluded: report.excluded,
    leads_stored: report.leads.stored,
    leads_with_visit: report.leads.withVisit,
    events_counted_until: report.countedUntil,
    days: report.stages
      .map((row) => ({ ...row, day: row.day === '' ? null : row.day }))
      .sort((a, b) => compareTexts(a.day ?? '', b.day ?? '')),
    revenue,
    sections,
    forms,
    abandonment,
    test: report.tests[0] ?? null,
    past_tests: report.tests.slice(1),
    visit_hours,
    vitals,
  };
}

export const formatReportJson = (data: ReportData, days: DayLimits): string =>
  `${JSON.stringify(buildReportJson(data, days), null, 2)}\n`;

const COUNTED_UNTIL: Columns<Pick<ReportData, 'countedUntil'>> = {
  visitas_contadas_ate: ({ countedUntil }) => countedUntil && toLocalTime(countedUntil),
};

type DayRow = ReturnType<typeof listDayRows>[number];

/** Append new columns at the end, because sellers' spreadsheets depend on names and order. */
export const DAY_COLUMNS: Columns<DayRow> = {
  ...fieldColumns<DayRow>({
    dia: 'day',
    utm_source: 'source',
    utm_medium: 'medium',
    utm_campaign: 'campaign',
    visitas: 'visits',
    cliques_cta: 'cta_clicks',
    formularios_comecados: 'form_starts',
    leads: 'leads',
    checkouts: 'checkouts',
    compras: 'purchases',
    aplicacoes: 'applications',
    pix_boletos: 'pending',
    vendas: 'sales',
    reembolsos: 'refunded',
    receita_centavos: 'paid_cents',
    reembolsado_centavos: 'refunded_cents',
    pendente_centavos: 'pending_cents',
    cobrancas: 'charges',
    compradores: 'buyers',
    renovacoes: 'renewals',
    emitido_centavos: 'issued_cents',
    liquido_centavos: 'net_cents',
    liquido_desconhecido_centavos: 'net_unknown_cents',
    gasto_centavos: 'spend_cents',
    custo_centavos: 'cost_cents',
    lucro_centavos: 'profit_cents',
    taxas_estimadas_centavos: 'estimated_fees_cents',
  }),
  ...COUNTED_UNTIL,
};

type CreativeRow = ReturnType<typeof listCreatives>[number];

export const CREATIVE_COLUMNS: Columns<CreativeRow> = {
  ...fieldColumns<CreativeRow>({
    utm_source: 'source',
    utm_medium: 'medium',
    utm_campaign: 'campaign',
    utm_content: 'content',
    visitas: 'visits',
    leads: 'leads',
    aplicacoes: 'applications',
    compradores: 'buyers',
    vendas: 'sales',
    renovacoes: 'renewals',
    vendido_centavos: 'paid_cents',
    liquido_centavos: 'net_cents',
    liquido_desconhecido_centavos: 'net_unknown_cents',
    devolvido_centavos: 'refunded_cents',
    gasto_centavos: 'spend_cents',
    custo_centavos: 'cost_cents',
    lucro_centavos: 'profit_cents',
    taxas_estimadas_centavos: 'estimated_fees_cents',
  }),
  custo_por_lead_centavos: ({ cost_cents, leads }) => centsPerUnit(cost_cents, leads),
  custo_por_comprador_centavos: ({ cost_cents, buyers }) => centsPerUnit(cost_cents, buyers),
  conclusao: ({ judgement }) => judgement?.reason ?? '',
  ...COUNTED_UNTIL,
};

const centsPerUnit = (cents: number, units: number) =>
  units === 0 ? '' : Math.round(cents / units);

const NO_CAMPAIGN: CampaignOrigin = { source: WITHOUT_ORIGIN, medium: '', campaign: '' };

/** Returns creatives by profit, the highest first. The last row has the charges and the spend without an origin. */
export function listCreatives({ salesTotals, countedUntil }: ReportData) {
  const rowWithoutOrigin = {
    ...makeOriginRow({ ...NO_CAMPAIGN, content: '' }),
    ...salesTotals.withoutOrigin,
  };
  const rows = [
    ...salesTotals.origins,
    { ...rowWithoutOrigin, ...profitOf(rowWithoutOrigin), ...NOT_JUDGED },
  ];
  return rows.map((row) => ({ ...row, countedUntil }));
}

export function listDayRows(data: Pick<ReportData, 'stages' | 'salesTotals' | 'countedUntil'>) {
  const { stages, salesTotals, countedUntil } = data;
  const soldRows = salesTotals.daily.map(({ origin, ...money }) => ({
    ...NO_STAGES,
    ...money,
    ...(origin ?? NO_CAMPAIGN),
    isKnown: origin !== null,
  }));
  const visitedRows = stages.map((row) => ({ ...NO_MONEY, ...row, isKnown: true }));
  const keyOf = (row: StageRow & { isKnown: boolean }) =>
    `${row.day} ${row.isKnown} ${originKey(row)}`;
  const rows = [...Map.groupBy([...visitedRows, ...soldRows], keyOf).values()].flatMap((group) => {
    const [firstRow] = group;
    if (!firstRow) return [];
    const money = sumMoney(group);
    return [{ ...firstRow, ...sumStages(group), ...money, ...profitOf(money), countedUntil }];
  });
  return rows.sort((a, b) => compareTexts(a.day, b.day));
}

export function buildConsoleReport(data: ReportData, days: DayLimits): ReportPeriod {
  const { toLead, toMoney } = listSteps(data);
  return {
    ...buildReportJson(data, days),
    steps: { to_lead: toLead, to_money: toMoney },
    series: toSeries(data, days),
    tables: consoleTables(data),
    page_tables: pageTables(data),
  };
}

const EMPTY_DAY = { visits: 0, leads: 0, applications: 0, ...NO_MONEY };

/** Also lists days without numbers. An open period ends with its last day that has numbers. */
function toSeries(data: ReportData, { first, last }: DayLimits): ReportDay[] {
  const numbersByDay = new Map<string, ReportDay>();
  const addToDay = (day: string, numbers: Partial<ReportDay>) =>
    numbersByDay.set(day, { ...EMPTY_DAY, ...numbersByDay.get(day), ...numbers, day });
  for (const { day, sum } of latestDays(data)) addToDay(day, { visits: sum.visits });
  for (const { day, ...stored } of data.storedDays) addToDay(day, stored);
  for (const { name, ...money } of data.salesTotals.days) addToDay(name, money);
  const knownDays = [...numbersByDay.keys()].filter((day) => startOfDay(day) !== null).toSorted();
  return listDays(first ?? knownDays[0] ?? '', last ?? knownDays.at(-1) ?? '').map(
    (day) => numbersByDay.get(day) ?? { day, ...EMPTY_DAY },
  );
}
