import type { ReportPeriod } from '@funil/contract/console/report';
import { formatCount } from '@funil/contract/money';
import { Bar } from './Bar.tsx';
import { formatShare } from './shares.ts';
import './takings.css';

const days = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const nameDays = (count: number) =>
  count < 1 ? 'em menos de 1 dia' : `em até ${days.format(count)} ${count < 2 ? 'dia' : 'dias'}`;

/** How long people take from the lead to the payment. */
export function Waits({ period }: { period: ReportPeriod }) {
  const { waits, lead_to_payment_days } = period;
  const { sales, median, p90 } = lead_to_payment_days;
  if (sales === 0) return null;
  const most = Math.max(1, ...waits.map((wait) => wait.sales));
  return (
    <section className="panel takings" aria-label="Do lead ao pagamento">
      <table>
        <caption>Do lead ao pagamento</caption>
        <thead>
          <tr>
            <th scope="col">Tempo</th>
            <th scope="col">Vendas</th>
            <th scope="col">Das vendas</th>
          </tr>
        </thead>
        <tbody>
          {waits.map((wait) => (
            <tr key={wait.label}>
              <th scope="row">{wait.label}</th>
              <td>{formatCount(wait.sales)}</td>
              <td className="origins-money">
                {formatShare(wait.sales, sales)}
                <Bar share={wait.sales / most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {median !== null && p90 !== null && (
        <p className="takings-note">
          Metade pagou {nameDays(median)} depois do lead; nove em cada dez, {nameDays(p90)}.
        </p>
      )}
    </section>
  );
}
