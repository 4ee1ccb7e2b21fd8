import type { ReportAnswer, ReportPeriod, Takings as Row } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { namePlatform } from '@funil/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { toBrasiliaDay } from '../parts/format-time.ts';
import { View } from '../parts/View.tsx';
import { Delta } from './Delta.tsx';
import { Funnel } from './Funnel.tsx';
import { Origins } from './Origins.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { type Days, daysBefore, nameDays, readDays, reportQuery } from './period.ts';
import { formatShare, Ranking } from './Ranking.tsx';
import { Series } from './Series.tsx';
import './report.css';

/** From the visit to the money: the same numbers as `npm run report`. */
export function Report() {
  const search = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const days = readDays(search, toBrasiliaDay(new Date()));
  const query = useQuery(reportQuery(days));
  const { data, isPlaceholderData } = query;
  return (
    <View
      title="Relatório"
      subtitle={
        data?.before && !isEmpty(data.before)
          ? `${nameDays(days)}, ao lado de ${nameDays(daysBefore(days))}`
          : nameDays(days)
      }
      actions={
        <PeriodPicker
          search={search}
          days={days}
          onChange={(next) => void navigate({ to: '.', search: next, replace: true })}
        />
      }
    >
      <QueryStatus query={query} />
      {data && (
        <div className="report" aria-busy={isPlaceholderData}>
          <Whole answer={data} days={days} />
        </div>
      )}
    </View>
  );
}

const isEmpty = ({ funnel, leads_stored }: ReportPeriod) =>
  funnel.visits + leads_stored + funnel.paid === 0;

function Whole({ answer, days }: { answer: ReportAnswer; days: Days }) {
  const { period } = answer;
  // Beside nothing everything would be more than before.
  const before = answer.before && isEmpty(answer.before) ? null : answer.before;
  if (isEmpty(period)) {
    return (
      <Empty title="Nada nestes dias.">Escolha outros dias, ou espere a próxima visita.</Empty>
    );
  }
  return (
    <>
      <Money period={period} before={before} />
      <Funnel period={period} before={before} />
      <Series period={period} before={before} />
      <Origins period={period} days={days} />
      <div className="report-pair">
        <Takings period={period} />
        <Waits period={period} />
      </div>
    </>
  );
}

/** The revenue of each platform and each product. */
function Takings({ period: { platforms, products } }: { period: ReportPeriod }) {
  if (platforms.length === 0) return null;
  const columns = ['Nome', 'Vendas', 'Devolv.', 'Receita'];
  const toRow = (name: string, { sales, refunded, paid_cents }: Row) => ({
    name,
    cells: [formatCount(sales), formatCount(refunded)],
    value: paid_cents,
  });
  return (
    <>
      <Ranking
        title="Plataformas"
        columns={columns}
        rows={platforms.map((row) => toRow(namePlatform(row.platform), row))}
        format={formatCents}
      />
      <Ranking
        title="Produtos"
        columns={columns}
        rows={products.map((row) => toRow(row.product || 'sem nome', row))}
        format={formatCents}
      />
    </>
  );
}

const days = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const nameWait = (count: number) =>
  count < 1 ? 'em menos de 1 dia' : `em até ${days.format(count)} ${count < 2 ? 'dia' : 'dias'}`;

/** The time from the lead to the payment. */
function Waits({ period: { waits, lead_to_payment_days } }: { period: ReportPeriod }) {
  const { sales, median, p90 } = lead_to_payment_days;
  if (sales === 0) return null;
  return (
    <Ranking
      title="Do lead ao pagamento"
      columns={['Tempo', 'Vendas', 'Das vendas']}
      rows={waits.map((wait) => ({
        name: wait.label,
        cells: [formatCount(wait.sales)],
        value: wait.sales,
      }))}
      format={(value) => formatShare(value, sales)}
      note={
        median !== null &&
        p90 !== null &&
        `Metade pagou ${nameWait(median)} depois do lead; nove em cada dez, ${nameWait(p90)}.`
      }
    />
  );
}

interface MoneyProps {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

const average = ({ money, funnel }: ReportPeriod) =>
  funnel.paid === 0 ? 0 : Math.round(money.paid_cents / funnel.paid);

/** The money of the period in one line. */
function Money({ period, before }: MoneyProps) {
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
