import type { ReportDay, ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useState } from 'react';
import { formatDay, formatWeekday } from '../parts/format-time.ts';
import { Segments } from '../parts/Segments.tsx';
import { Plot } from './Plot.tsx';
import { type Column, Table } from './Table.tsx';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

interface Metric {
  readonly label: string;
  readonly shape: 'columns' | 'area';
  readonly value: (day: ReportDay) => number;
  readonly refunded?: (day: ReportDay) => number;
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
}

const compactMoney = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const formatTickCents = (cents: number) => compactMoney.format(cents / 100);

const REVENUE: Metric = {
  label: 'Vendido',
  shape: 'columns',
  value: (day) => day.paid_cents,
  refunded: (day) => day.refunded_cents,
  format: formatCents,
  formatTick: formatTickCents,
};
const METRICS: readonly Metric[] = [
  REVENUE,
  { label: 'Vendas', shape: 'columns', format: formatCount, value: (day) => day.sales },
  {
    label: 'Custo',
    shape: 'columns',
    value: (day) => day.cost_cents,
    format: formatCents,
    formatTick: formatTickCents,
  },
  { label: 'Visitas', shape: 'area', format: formatCount, value: (day) => day.visits },
  { label: 'Leads', shape: 'area', format: formatCount, value: (day) => day.leads },
  { label: 'Aplicações', shape: 'area', format: formatCount, value: (day) => day.applications },
];

/** One metric by day as a plot with the previous period, and all metrics as a table. */
export function Series({ period, before }: Props) {
  const [chosen, setChosen] = useState(REVENUE.label);
  if (period.series.length === 0) return null;
  const metric = METRICS.find(({ label }) => label === chosen) ?? REVENUE;
  const { label, shape, value, refunded, format, formatTick = format } = metric;
  return (
    <section className="rounded-xl border bg-raised" aria-labelledby="series-title">
      <header className="series-head">
        <h2 id="series-title">Dia a dia</h2>
        <Segments
          legend="O que se desenha"
          options={METRICS.map((it) => [it.label, it.label])}
          value={label}
          onChange={setChosen}
        />
      </header>
      <div className="series-body">
        <Plot
          days={period.series.map((day, index) => {
            const previous = before?.series[index];
            return {
              day: day.day,
              value: value(day),
              refunded: refunded?.(day) ?? 0,
              before: previous ? value(previous) : null,
            };
          })}
          label={label}
          shape={shape}
          format={format}
          formatTick={formatTick}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
        <section className="days-table" aria-label="Números por dia" tabIndex={0}>
          <Table columns={COLUMNS} rows={period.series.toReversed()} keyOf={({ day }) => day} />
        </section>
      </div>
    </section>
  );
}

const COLUMNS: readonly Column<ReportDay>[] = [
  {
    label: 'Dia',
    cell: ({ day }) => (
      <>
        {formatDay(day)} <span className="text-muted wide-only">{formatWeekday(day)}</span>
      </>
    ),
  },
  { label: 'Visitas', cell: ({ visits }) => formatCount(visits) },
  { label: 'Leads', cell: ({ leads }) => formatCount(leads) },
  {
    label: 'Aplic.',
    className: 'wide-only',
    cell: ({ applications }) => formatCount(applications),
  },
  { label: 'Vendas', cell: ({ sales }) => formatCount(sales) },
  { label: 'Vendido', cell: ({ paid_cents }) => formatCents(paid_cents) },
];
