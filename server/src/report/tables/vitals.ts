import { formatCount } from '@funil/contract/money';
import { formatVital, rateVital } from '../format.ts';
import { describeOrigin, originKey, type ReportData, type VitalRow } from '../model.ts';
import type { Table } from './table.ts';

const METRICS = ['LCP', 'INP', 'CLS'] as const;

/** Vitals by origin, busiest first: one row an origin. */
function groupVitals(vitals: readonly VitalRow[]): VitalRow[][] {
  const groups = new Map<string, VitalRow[]>();
  for (const row of vitals) {
    const key = originKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

export function tableVitals(data: ReportData): Table {
  return {
    title: 'Velocidade por campanha (p75)',
    columns: ['Origem / mídia / campanha', ...METRICS, 'Medições'],
    rows: groupVitals(data.vitals).flatMap((group) => {
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
