import type { ReportDay, ReportPeriod } from '@funil/contract/report/report';
import {
  formatColumn,
  MONEY_COLUMNS,
  ORIGIN_COLUMNS,
  type ReportColumn,
} from '@funil/contract/report/report-columns';
import { useState } from 'react';
import { Segments } from '../parts/Segments.tsx';
import { formatDay } from '../parts/time/format-time.ts';
import { Plot } from './Plot.tsx';
import { Table } from './Table.tsx';

interface DayMetric extends Omit<ReportColumn<ReportDay>, 'format'> {
  readonly format: (value: number) => string;
  readonly shape: 'columns' | 'area';
  readonly refunded?: (day: ReportDay) => number;
  readonly formatTick?: (value: number) => string;
}

const compactMoney = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const formatTickCents = (cents: number) => compactMoney.format(cents / 100);

const REVENUE_METRIC: DayMetric = {
  ...MONEY_COLUMNS.paid,
  shape: 'columns',
  refunded: (day) => day.refunded_cents,
  formatTick: formatTickCents,
};
const { visits, leads, applications } = ORIGIN_COLUMNS;
const { sales, cost, paid } = MONEY_COLUMNS;
const SERIES_METRICS: readonly DayMetric[] = [
  REVENUE_METRIC,
  { ...sales, shape: 'columns' },
  { ...cost, shape: 'columns', formatTick: formatTickCents },
  { ...visits, shape: 'area' },
  { ...leads, shape: 'area' },
  { ...applications, shape: 'area' },
];

export function Series({ period, before }: { period: ReportPeriod; before: ReportPeriod | null }) {
  const [chosenLabel, setChosenLabel] = useState(REVENUE_METRIC.label);
  if (period.series.length === 0) return null;
  const metric = SERIES_METRICS.find(({ label }) => label === chosenLabel) ?? REVENUE_METRIC;
  const { label, shape, value, refunded, format, formatTick = format } = metric;
  return (
    <section className="break-inside-avoid frame" aria-labelledby="series-title">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5">
        <h2 id="series-title">Dia a dia</h2>
        <Segments
          legend="O que se desenha"
          options={SERIES_METRICS.map((option) => [option.label, option.label])}
          value={label}
          onChange={setChosenLabel}
        />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_30rem] print:block">
        <Plot
          days={period.series.map((day, index) => {
            const previous = before?.series[index];
            return {
              day: day.day,
              value: value(day) ?? 0,
              refunded: refunded?.(day) ?? 0,
              before: previous ? (value(previous) ?? 0) : null,
            };
          })}
          label={label}
          shape={shape}
          format={format}
          formatTick={formatTick}
        />
        <section
          className="max-h-72 overflow-y-auto border-t focus-visible:-outline-offset-3 xl:max-h-80 xl:border-t-0 xl:border-l print:hidden [&_:is(th,td)]:py-1 [&_:is(th,td)]:text-small [&_tbody_th]:min-w-0 [&_tbody_th]:whitespace-nowrap max-md:[&_:is(th,td):nth-child(4)]:hidden [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-raised"
          aria-label="Números por dia"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
          tabIndex={0}
        >
          <Table columns={DAY_TABLE_TITLES} rows={period.series.toReversed().map(toDayCells)} />
        </section>
      </div>
    </section>
  );
}

const DAY_COLUMNS: readonly ReportColumn<ReportDay>[] = [visits, leads, applications, sales, paid];
const DAY_TABLE_TITLES = ['Dia', ...DAY_COLUMNS.map(({ label }) => label)];

const toDayCells = (row: ReportDay) => [
  formatDay(row.day),
  ...DAY_COLUMNS.map((column) => formatColumn(column, row)),
];
