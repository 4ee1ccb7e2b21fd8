import { formatCount } from '@funil/contract/money';
import { METRICS } from '../visits/visit.ts';
import {
  formatDay,
  formatSeconds,
  formatShare,
  formatVital,
  rateVital,
  type Table,
} from './format.ts';
import {
  addStages,
  describeOrigin,
  groupStages,
  latestDays,
  originKey,
  type ReportData,
  type Stages,
} from './model.ts';
import { moneyTables } from './money-tables.ts';

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

function tableOrigins(data: ReportData): Table {
  return {
    title: 'Visitas por origem, mídia e campanha',
    columns: ['Origem / mídia / campanha', ...STAGE_COLUMNS],
    rows: groupStages(data.stages, originKey).map(({ first, sum }) => [
      describeOrigin(first),
      ...stageCells(sum),
    ]),
  };
}

function tableDays(data: ReportData): Table {
  return {
    title: 'Visitas por dia',
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

/** Most rows of a table: what addresses and clocks of visitors claim has no end. */
const MOST_ROWS = 100;

function shorten({ foot = [], ...table }: Table): Table {
  const rest = table.rows.length - MOST_ROWS;
  // Days have a limit of their own, and their order is another.
  if (rest <= 0 || table.title.endsWith('por dia')) {
    return { ...table, rows: [...table.rows, ...foot] };
  }
  const empty = table.columns.slice(1).map(() => '');
  const note = `… e mais ${formatCount(rest)}: todas com --csv ou --json`;
  return { ...table, rows: [...table.rows.slice(0, MOST_ROWS), [note, ...empty], ...foot] };
}

/** The report's tables, in reading order; empty ones are left out. */
export function buildTables(data: ReportData): Table[] {
  const tables = [
    ...moneyTables(data),
    tableOrigins(data),
    tableDays(data),
    tableSections(data),
    tableForms(data),
    tableAbandonment(data),
    tableVitals(data),
  ];
  return tables.map(shorten).filter(({ rows }) => rows.length > 0);
}

/** Vitals by origin, busiest first: one row an origin. */
function tableVitals(data: ReportData): Table {
  return {
    title: 'Velocidade por campanha (p75)',
    columns: ['Origem / mídia / campanha', ...METRICS, 'Medições'],
    rows: [...Map.groupBy(data.vitals, originKey).values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const cells = METRICS.map((metric) => {
        const row = group.find((row) => row.metric === metric);
        if (!row) return '–';
        return `${formatVital(metric, row.p75)} (${rateVital(metric, row.p75)})`;
      });
      return [
        [
          describeOrigin(first),
          ...cells,
          formatCount(Math.max(...group.map(({ samples }) => samples))),
        ],
      ];
    }),
  };
}
