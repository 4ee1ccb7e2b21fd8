import type { ReportDay, ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { useState } from 'react';
import { formatDay, formatWeekday } from '../parts/format-time.ts';
import { Segments } from './PeriodPicker.tsx';
import { Plot, type PlotDay } from './Plot.tsx';

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
        <Segments
          legend="O que se desenha"
          options={METRICS.map((each) => [each.label, each.label])}
          value={metric.label}
          onChange={setLabel}
        />
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

/** The plot's numbers as a table, the newest day first. */
function DaysTable({ days }: { days: readonly ReportDay[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must reach it
    <section className="days-table" aria-label="Números por dia" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Visitas</th>
            <th scope="col">Leads</th>
            <th scope="col" className="wide-only">
              Aplic.
            </th>
            <th scope="col">Vendas</th>
            <th scope="col">Receita</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">
                {formatDay(day.day)} <span className="muted">{formatWeekday(day.day)}</span>
              </th>
              <td>{formatCount(day.visits)}</td>
              <td>{formatCount(day.leads)}</td>
              <td className="wide-only">{formatCount(day.applications)}</td>
              <td>{formatCount(day.sales)}</td>
              <td>{formatCents(day.paid_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
