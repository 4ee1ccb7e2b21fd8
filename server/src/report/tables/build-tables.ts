import { formatCount } from '@funil/contract/counts';
import type { ReportTable } from '@funil/contract/report/report';
import { formatShare } from '@funil/contract/report/report-columns';
import { WEB_VITALS, type WebVital } from '../../visits/visit.ts';
import { describeOrigin, originKey } from '../origin-rows.ts';
import { MAX_REPORT_DAYS } from '../period.ts';
import { latestDays, type ReportData } from '../report-data.ts';
import { groupStages, type StageSums } from '../stage-sums.ts';
import { formatDay, formatVital, rateVital } from './format.ts';
import { makeTable, type TableColumn } from './make-table.ts';
import { moneyTables } from './money-tables.ts';
import { pageTables } from './page-tables.ts';

const STAGE_COLUMNS: readonly TableColumn<{ sum: StageSums }>[] = [
  ['Visitas', ({ sum }) => formatCount(sum.visits)],
  ['CTA', ({ sum }) => formatCount(sum.cta_clicks)],
  ['Form.', ({ sum }) => formatCount(sum.form_starts)],
  ['Com lead', ({ sum }) => formatCount(sum.leads)],
  ['Visita → lead', ({ sum }) => formatShare(sum.leads, sum.visits)],
  ['Checkout', ({ sum }) => formatCount(sum.checkouts)],
  ['Compras', ({ sum }) => formatCount(sum.purchases)],
  ['Lead → compra', ({ sum }) => formatShare(sum.purchases, sum.leads)],
  ['Aplicações', ({ sum }) => formatCount(sum.applications)],
];

const METRIC_TITLES: Readonly<Record<WebVital, string>> = {
  LCP: 'Aparece em (LCP)',
  INP: 'Reage em (INP)',
  CLS: 'Pula na tela (CLS)',
};

function makeVitalsTable({ vitals }: ReportData): ReportTable {
  const rows = [...Map.groupBy(vitals, originKey).values()];
  return makeTable('Velocidade por campanha', rows, [
    ['Origem / mídia / campanha', ([first]) => (first ? describeOrigin(first) : '')],
    ...WEB_VITALS.map(
      (metric): TableColumn<ReportData['vitals']> => [
        METRIC_TITLES[metric],
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

export function buildTables(report: ReportData): ReportTable[] {
  return [
    ...moneyTables(report),
    makeTable('Visitas por origem, mídia e campanha', groupStages(report.stages, originKey), [
      ['Origem / mídia / campanha', ({ first }) => describeOrigin(first)],
      ...STAGE_COLUMNS,
    ]),
    makeTable(
      'Visitas por dia',
      latestDays(report),
      [['Dia', ({ day }) => formatDay(day)], ...STAGE_COLUMNS],
      { maxRows: MAX_REPORT_DAYS },
    ),
    ...pageTables(report),
    makeVitalsTable(report),
  ].filter(({ rows }) => rows.length > 0);
}
