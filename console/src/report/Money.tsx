import type { ReportPeriod } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { Delta } from './Delta.tsx';
import './money.css';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

const average = ({ money, funnel }: ReportPeriod) =>
  funnel.paid === 0 ? 0 : Math.round(money.paid_cents / funnel.paid);

/** The money of the period in one line. */
export function Money({ period, before }: Props) {
  const { money, funnel, notices } = period;
  if (!notices.received) {
    return (
      <p className="panel report-note">
        Nenhuma plataforma de pagamento avisou ainda: sem os avisos dela, o relatório não sabe do
        dinheiro. O segredo de cada plataforma e o endereço dos avisos estão no manual, em “Vendas”.
      </p>
    );
  }
  const figures = [
    { label: 'Devolvido', of: (it: ReportPeriod) => it.money.refunded_cents, isBad: true },
    { label: 'Ticket médio', of: average, isBad: false },
  ];
  return (
    <section className="money" aria-label="Dinheiro">
      <div>
        <p className="money-label">Recebido</p>
        <p className="money-whole">{formatCents(money.paid_cents)}</p>
        <p className="money-beside">
          em {formatCount(funnel.paid)} {funnel.paid === 1 ? 'venda' : 'vendas'}{' '}
          {before && (
            <Delta
              now={money.paid_cents}
              before={before.money.paid_cents}
              told={formatCents(before.money.paid_cents)}
            />
          )}
        </p>
      </div>
      {figures.map(({ label, of, isBad }) => (
        <div key={label}>
          <p className="money-label">{label}</p>
          <p className="money-part">{formatCents(of(period))}</p>
          {before && (
            <p>
              <Delta
                now={of(period)}
                before={of(before)}
                told={formatCents(of(before))}
                isBad={isBad}
              />
            </p>
          )}
        </div>
      ))}
      <div>
        <p className="money-label">Pix e boletos emitidos: {formatCount(funnel.pending)}</p>
        <p className="money-part">{formatCents(money.pending_cents)}</p>
      </div>
    </section>
  );
}
