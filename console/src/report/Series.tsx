import type { ReportDay, ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useState } from 'react';
import { DaysTable } from './DaysTable.tsx';
import { Plot, type PlotDay } from './Plot.tsx';
import './segments.css';
import './series.css';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

interface Metric {
  readonly label: string;
  readonly shape: 'columns' | 'area';
  readonly up: (day: ReportDay) => number;
  readonly down?: (day: ReportDay) => number;
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
}

const few = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const METRICS: readonly Metric[] = [
  {
    ...{ label: 'Receita', shape: 'columns', format: formatCents },
    formatTick: (cents) => few.format(cents / 100),
    up: (day) => day.paid_cents,
    down: (day) => day.refunded_cents,
  },
  { label: 'Vendas', shape: 'columns', format: formatCount, up: (day) => day.sales },
  { label: 'Visitas', shape: 'area', format: formatCount, up: (day) => day.visits },
  { label: 'Leads', shape: 'area', format: formatCount, up: (day) => day.leads },
  { label: 'Aplicações', shape: 'area', format: formatCount, up: (day) => day.applications },
];

/** One number a day, drawn and in a table, beside the days before. */
export function Series({ period, before }: Props) {
  const [label, setLabel] = useState('Receita');
  const metric = METRICS.find((each) => each.label === label) ?? METRICS[0];
  if (!metric || period.series.length === 0) return null;
  const toPoint = (day: ReportDay, index: number): PlotDay => {
    const was = before?.series[index];
    return {
      day: day.day,
      up: metric.up(day),
      down: metric.down?.(day) ?? 0,
      before: was ? metric.up(was) : null,
    };
  };
  return (
    <section className="panel series" aria-labelledby="series-title">
      <header className="series-head">
        <h2 id="series-title">Dia a dia</h2>
        <fieldset className="segments">
          <legend className="out-of-sight">O que se desenha</legend>
          {METRICS.map((each) => (
            <label key={each.label}>
              <input
                type="radio"
                name="metric"
                checked={each.label === metric.label}
                onChange={() => setLabel(each.label)}
              />
              {each.label}
            </label>
          ))}
        </fieldset>
      </header>
      <div className="series-body">
        <Plot
          points={period.series.map(toPoint)}
          label={metric.label}
          shape={metric.shape}
          format={metric.format}
          formatTick={metric.formatTick ?? metric.format}
        />
        <DaysTable days={period.series} />
      </div>
    </section>
  );
}
