import { formatCount, formatDay, formatMoney, formatSeconds, formatShare } from '../format.ts';
import {
  addStages,
  describeOrigin,
  groupStages,
  latestDays,
  originKey,
  type ReportData,
  type Stages,
} from '../model.ts';
import { tableVitals } from './vitals.ts';

/** A table as people read it: the first column is text, the others numbers. */
export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

/** The funnel's steps in order, each a share of the visits. */
export const FUNNEL: readonly [stage: keyof Stages, label: string][] = [
  ['visits', 'Visitas'],
  ['cta', 'Clique no CTA'],
  ['formStart', 'Começou o formulário'],
  ['leads', 'Lead'],
  ['checkout', 'Checkout'],
  ['purchases', 'Compra'],
];

const STAGE_COLUMNS = [
  'Visitas',
  'CTA',
  'Form.',
  'Leads',
  'Visita → lead',
  'Checkout',
  'Compras',
  'Lead → compra',
  'Aplicações',
];

function stageCells(stages: Stages): string[] {
  return [
    formatCount(stages.visits),
    formatCount(stages.cta),
    formatCount(stages.formStart),
    formatCount(stages.leads),
    formatShare(stages.leads, stages.visits),
    formatCount(stages.checkout),
    formatCount(stages.purchases),
    formatShare(stages.purchases, stages.leads),
    formatCount(stages.applications),
  ];
}

function tableFunnel(data: ReportData): Table {
  const total = addStages(data.stages);
  return {
    title: 'Funil',
    columns: ['Etapa', 'Visitas', 'Da etapa anterior', 'Do total'],
    rows: FUNNEL.map(([stage, label], index) => {
      const previous = FUNNEL[index - 1]?.[0];
      return [
        label,
        formatCount(total[stage]),
        previous ? formatShare(total[stage], total[previous]) : '',
        formatShare(total[stage], total.visits),
      ];
    }),
  };
}

function tableOrigins(data: ReportData): Table {
  const revenue = Map.groupBy(data.revenue, originKey);
  const revenueOf = (key: string) =>
    (revenue.get(key) ?? []).map(({ value, currency }) => formatMoney(value, currency)).join(' + ');
  return {
    title: 'Por origem, mídia e campanha',
    columns: ['Origem / mídia / campanha', ...STAGE_COLUMNS, 'Receita'],
    rows: groupStages(data.stages, originKey).map(({ first, sum }) => [
      describeOrigin(first),
      ...stageCells(sum),
      revenueOf(originKey(first)) || '–',
    ]),
  };
}

function tableDays(data: ReportData): Table {
  return {
    title: 'Por dia (horário de Brasília)',
    columns: ['Dia', ...STAGE_COLUMNS],
    rows: latestDays(data).map(({ day, sum }) => [formatDay(day), ...stageCells(sum)]),
  };
}

function tableSections(data: ReportData): Table {
  const { visits } = addStages(data.stages);
  return {
    title: 'Seções',
    columns: ['Seção', 'Visitas que a viram', 'Alcance', 'Tempo médio à vista'],
    rows: data.sections.map((section) => [
      section.section,
      formatCount(section.visits),
      formatShare(section.visits, visits),
      formatSeconds(section.seconds),
    ]),
  };
}

function tableForms(data: ReportData): Table {
  return {
    title: 'Formulários',
    columns: ['Formulário', 'Começaram', 'Concluíram', 'Conclusão'],
    rows: data.forms.map(({ form, started, completed }) => [
      form,
      formatCount(started),
      formatCount(completed),
      formatShare(completed, started),
    ]),
  };
}

/** Longest name of a field that is shown; the page's own are shorter. */
const LONGEST_FIELD = 60;

function tableAbandonment(data: ReportData): Table {
  const totals = new Map<string, number>();
  for (const { form, visits } of data.abandonment) {
    totals.set(form, (totals.get(form) ?? 0) + visits);
  }
  return {
    title: 'Abandono por campo',
    columns: ['Último campo', 'Visitas', 'Dos abandonos do formulário'],
    rows: data.abandonment.map(({ form, step, field, visits }) => [
      [form, step === null ? '' : `etapa ${step}`, field.slice(0, LONGEST_FIELD)]
        .filter(Boolean)
        .join(' / '),
      formatCount(visits),
      formatShare(visits, totals.get(form) ?? 0),
    ]),
  };
}

/** One sentence on leads stored, and how many of them have a known visit. */
export function describeLeads({ leads }: ReportData): string {
  const stored =
    leads.stored === 1 ? '1 lead gravado' : `${formatCount(leads.stored)} leads gravados`;
  const known =
    leads.withVisit === 1
      ? '1 ligado à visita que o trouxe'
      : `${formatCount(leads.withVisit)} ligados à visita que os trouxe`;
  return `${stored} no período; ${known}.`;
}

/** Most rows of a table: what addresses and clocks of visitors claim has no end. */
const MOST_ROWS = 100;

function shorten(table: Table): Table {
  const rest = table.rows.length - MOST_ROWS;
  // Days have a limit of their own, and their order is another.
  if (rest <= 0 || table.title.startsWith('Por dia')) return table;
  const empty = table.columns.slice(1).map(() => '');
  const note = `… e mais ${formatCount(rest)}: todas com --csv ou --json`;
  return { ...table, rows: [...table.rows.slice(0, MOST_ROWS), [note, ...empty]] };
}

/** The report's tables, in reading order; empty ones are left out. */
export function buildTables(data: ReportData): Table[] {
  const tables = [
    tableFunnel(data),
    tableOrigins(data),
    tableDays(data),
    tableSections(data),
    tableForms(data),
    tableAbandonment(data),
    tableVitals(data),
  ];
  return tables.filter(({ rows }) => rows.length > 0).map(shorten);
}
