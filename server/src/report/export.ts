import type {
  OriginSum,
  ReportDay,
  ReportJson,
  ReportPeriod,
} from '@funil/contract/console/report';
import { startOfDay } from '../visits/brasilia.ts';
import {
  addStages,
  creativeKey,
  groupOrigins,
  groupStages,
  latestDays,
  NO_STAGES,
  NO_TAKINGS,
  type Origin,
  type OriginRow,
  originKey,
  type ReportData,
  type StageRow,
  type Stages,
  type Takings,
  WITHOUT_ORIGIN,
  waitPercentiles,
} from './model.ts';
import { type Days, listDays } from './period.ts';
import { countWaits, listSteps } from './summaries.ts';

export const toCents = ({ paidCents, refundedCents, pendingCents }: Takings) => ({
  paid_cents: paidCents,
  refunded_cents: refundedCents,
  pending_cents: pendingCents,
});

const toSales = ({ issued, paid, refunded, ...takings }: Takings) => ({
  pending: issued,
  sales: paid,
  refunded,
  ...toCents({ issued, paid, refunded, ...takings }),
});

const toStages = (stages: Stages) => ({
  visits: stages.visits,
  cta_clicks: stages.cta,
  form_starts: stages.formStart,
  leads: stages.leads,
  applications: stages.applications,
  checkouts: stages.checkout,
  purchases: stages.purchases,
});

/** The report for programs: names in English, days of Brasília, whole centavos. */
export function toReport(data: ReportData, { first, last }: Days): ReportJson {
  const { money } = data;
  const applications = money.origins.reduce((sum, row) => sum + row.applications, 0);
  const { visits, checkout } = addStages(data.stages);
  return {
    from: first ?? null,
    until: last ?? null,
    funnel: {
      visits,
      leads: data.leads.stored,
      applications,
      checkouts: checkout,
      pending: money.total.issued,
      paid: money.total.paid,
      refunded: money.total.refunded,
    },
    money: { currency: 'BRL', ...toCents(money.total) },
    origins: money.origins.map(({ source, medium, campaign, content, visits, leads, ...row }) => ({
      ...{ source, medium, campaign, content, visits, leads, sales: row.paid },
      ...toCents(row),
    })),
    sales_without_origin: money.withoutOrigin.paid,
    money_without_origin: toCents(money.withoutOrigin),
    sales_without_value: money.withoutValue,
    platforms: money.platforms.map(({ name, ...row }) => ({ platform: name, ...toSales(row) })),
    products: money.products.map(({ name, ...row }) => ({ product: name, ...toSales(row) })),
    sales_days: money.days.map(({ name, ...row }) => ({ day: name, ...toSales(row) })),
    lead_to_payment_days: {
      sales: money.waits.length,
      ...waitPercentiles(money),
    },
    notices: { received: money.hasNotices, not_understood: money.notUnderstood },
    leads_stored: data.leads.stored,
    leads_with_visit: data.leads.withVisit,
    events_unread: data.unread,
    days: data.stages
      .map(({ day, source, medium, campaign, ...stages }) => ({
        day: day === '' ? null : day,
        ...{ source, medium, campaign },
        ...toStages(stages),
      }))
      .sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)),
    revenue: data.revenue,
    sections: data.sections,
    forms: data.forms,
    abandonment: data.abandonment,
    vitals: data.vitals,
  };
}

/** The same as a file. */
export const reportToJson = (data: ReportData, days: Days): string =>
  `${JSON.stringify(toReport(data, days), null, 2)}\n`;

const CSV_COLUMNS = [
  'dia',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'visitas',
  'cliques_cta',
  'formularios_comecados',
  'leads',
  'checkouts',
  'compras',
  'aplicacoes',
  'pix_boletos',
  'vendas',
  'reembolsos',
  'receita_centavos',
  'reembolsado_centavos',
  'pendente_centavos',
];

const NO_ORIGIN: Origin = { source: WITHOUT_ORIGIN, medium: '', campaign: '' };

/** The funnel for a spreadsheet: one row a day and origin. */
export function reportRows({ stages, money }: ReportData) {
  const sold = money.daily.map(({ origin, day, ...takings }) => ({
    ...{ ...NO_STAGES, ...takings, day },
    ...{ ...(origin ?? NO_ORIGIN), isKnown: origin !== null },
  }));
  const visited = stages.map((row) => ({ ...NO_TAKINGS, ...row, isKnown: true }));
  const keyOf = (row: StageRow & { isKnown: boolean }) =>
    `${row.day} ${row.isKnown} ${originKey(row)}`;
  const rows = [...Map.groupBy([...visited, ...sold], keyOf).values()].flatMap(toCsvRow);
  return { columns: CSV_COLUMNS, rows: rows.toSorted((a, b) => (a.dia < b.dia ? -1 : 1)) };
}

function toCsvRow(rows: readonly (StageRow & Takings)[]) {
  const [first] = rows;
  const [stages] = groupStages(rows, () => '');
  if (!first || !stages) return [];
  const sum = (key: keyof Takings) => rows.reduce((total, row) => total + row[key], 0);
  return [
    {
      dia: first.day,
      utm_source: first.source,
      utm_medium: first.medium,
      utm_campaign: first.campaign,
      visitas: stages.sum.visits,
      cliques_cta: stages.sum.cta,
      formularios_comecados: stages.sum.formStart,
      leads: stages.sum.leads,
      checkouts: stages.sum.checkout,
      compras: stages.sum.purchases,
      aplicacoes: stages.sum.applications,
      pix_boletos: sum('issued'),
      vendas: sum('paid'),
      reembolsos: sum('refunded'),
      receita_centavos: sum('paidCents'),
      reembolsado_centavos: sum('refundedCents'),
      pendente_centavos: sum('pendingCents'),
    },
  ];
}

/** The report as the console draws it: the same numbers as the command's, and what charts need besides. */
export function toBrowserReport(data: ReportData, days: Days): ReportPeriod {
  const { toLead, toMoney } = listSteps(data);
  return {
    ...toReport(data, days),
    steps: { to_lead: toLead, to_money: toMoney },
    series: toSeries(data, days),
    campaigns: sumOrigins(data.money.origins.map((origin) => ({ ...origin, content: '' }))),
    waits: countWaits(data.money),
  };
}

/** Creatives added up, most revenue first. */
export const sumOrigins = (origins: readonly OriginRow[]): OriginSum[] =>
  groupOrigins(origins, creativeKey).map((sum) => ({
    ...{ source: sum.source, medium: sum.medium, campaign: sum.campaign, content: sum.content },
    ...{ visits: sum.visits, checkouts: sum.checkouts, leads: sum.leads },
    ...{ applications: sum.applications, sales: sum.paid },
    ...toCents(sum),
  }));

const NO_DAY = { visits: 0, leads: 0, applications: 0, sales: 0, paid_cents: 0, refunded_cents: 0 };

/** Each day of the period, also those on which nothing was; of an open one, from its first day to its last. */
function toSeries(data: ReportData, { first, last }: Days): ReportDay[] {
  const days = new Map<string, ReportDay>();
  const add = (day: string, more: Partial<ReportDay>) =>
    days.set(day, { ...NO_DAY, ...days.get(day), ...more, day });
  for (const { day, sum } of latestDays(data)) {
    add(day, { visits: sum.visits, leads: sum.leads, applications: sum.applications });
  }
  for (const { name, paid, paidCents, refundedCents } of data.money.days) {
    add(name, { sales: paid, paid_cents: paidCents, refunded_cents: refundedCents });
  }
  const known = [...days.keys()].filter((day) => startOfDay(day) !== null).toSorted();
  return listDays(first ?? known[0] ?? '', last ?? known.at(-1) ?? '').map(
    (day) => days.get(day) ?? { day, ...NO_DAY },
  );
}
