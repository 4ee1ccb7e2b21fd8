import type { DayNumbers, Today } from '@funil/contract/console/today';
import { formatCents, formatCount } from '@funil/contract/money';
import { formatShortDay } from '../parts/moments.ts';

const ROWS: readonly { key: keyof Omit<DayNumbers, 'day'>; label: string }[] = [
  { key: 'visits', label: 'Visitas' },
  { key: 'leads', label: 'Leads' },
  { key: 'applications', label: 'Aplicações' },
  { key: 'sales', label: 'Vendas' },
];

/** Today so far, beside the same weekday a week ago up to the same hour. */
export function Numbers({ numbers }: { numbers: Today['numbers'] }) {
  const { today, before } = numbers;
  const name = formatShortDay(`${before.day}T12:00:00Z`);
  return (
    <section className="panel numbers" aria-labelledby="numbers-title">
      <h2 id="numbers-title">Até agora</h2>
      {today.paid_cents !== null && (
        <p className="numbers-money">
          <strong>{formatCents(today.paid_cents)}</strong>
          <span className="muted">
            recebidos hoje · {formatCents(before.paid_cents ?? 0)} há uma semana
          </span>
        </p>
      )}
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Hoje</th>
            <th scope="col">{name}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.filter(({ key }) => today[key] !== null).map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{formatCount(today[key] ?? 0)}</td>
              <td className="muted">{formatCount(before[key] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">Os dois dias até a mesma hora.</p>
    </section>
  );
}
