import type { ReportDay } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { nameDay, nameWeekday } from './report-days.ts';

/** What the drawing says, in numbers, the newest day first. */
export function DaysTable({ days }: { days: readonly ReportDay[] }) {
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
                {nameDay(day.day)} <span className="muted">{nameWeekday(day.day)}</span>
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
