import type { ReportPeriod, ReportResponse, RevenueTotals } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/platforms';
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
import { type Days, daysBefore, formatDays, readDays, reportQuery } from './period.ts';
import { Series } from './Series.tsx';
import { barColumn, formatShare, Table } from './Table.tsx';
import './report.css';

/** The same numbers as `npm run report`. */
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
          ? `${formatDays(days)}, ao lado de ${formatDays(daysBefore(days))}`
          : formatDays(days)
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
          <Sections report={data} days={days} />
        </div>
      )}
    </View>
  );
}

const isEmpty = ({ funnel, leads_stored }: ReportPeriod) =>
  funnel.visits + leads_stored + funnel.paid === 0;

function Sections({ report, days }: { report: ReportResponse; days: Days }) {
  const { period } = report;
  if (isEmpty(period)) {
    return (
      <Empty title="Nada nestes dias.">Escolha outros dias, ou espere a próxima visita.</Empty>
    );
  }
  // Compared with an empty period, every number would be an increase.
  const before = report.before && isEmpty(report.before) ? null : report.before;
  return (
    <>
      <Money period={period} before={before} />
      <Funnel period={period} before={before} />
      <Series period={period} before={before} />
      <Origins period={period} days={days} />
      <div className="report-columns">
        <RevenueTable
          title="Plataformas"
          rows={period.platforms.map((row) => ({ ...row, name: platformLabel(row.platform) }))}
        />
        <RevenueTable
          title="Produtos"
          rows={period.products.map((row) => ({ ...row, name: row.product || 'sem nome' }))}
        />
        <TimeToPayment period={period} />
      </div>
    </>
  );
}

interface RevenueTableProps {
  title: string;
  rows: readonly (RevenueTotals & { readonly name: string })[];
}

function RevenueTable({ title, rows }: RevenueTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className="panel report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          { label: 'Nome', cell: ({ name }) => name },
          { label: 'Vendas', cell: ({ sales }) => formatCount(sales) },
          { label: 'Devolv.', cell: ({ refunded }) => formatCount(refunded) },
          barColumn('Receita', rows, ({ paid_cents }) => paid_cents, formatCents),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </section>
  );
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const formatUpperBound = (days: number) =>
  days < 1 ? 'em menos de 1 dia' : `em até ${decimal.format(days)} ${days < 2 ? 'dia' : 'dias'}`;

/** The time from the lead to the payment. */
function TimeToPayment({ period: { waits, lead_to_payment_days } }: { period: ReportPeriod }) {
  const { sales, median, p90 } = lead_to_payment_days;
  if (sales === 0) return null;
  const title = 'Do lead ao pagamento';
  return (
    <section className="panel report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          { label: 'Tempo', cell: (wait) => wait.label },
          { label: 'Vendas', cell: (wait) => formatCount(wait.sales) },
          barColumn(
            'Das vendas',
            waits,
            (wait) => wait.sales,
            (value) => formatShare(value, sales),
          ),
        ]}
        rows={waits}
        keyOf={({ label }) => label}
      />
      {median !== null && p90 !== null && (
        <p className="report-table-note">
          {`Metade pagou ${formatUpperBound(median)} depois do lead; nove em cada dez, ${formatUpperBound(p90)}.`}
        </p>
      )}
    </section>
  );
}

interface MoneyProps {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

const paid = ({ money }: ReportPeriod) => money.paid_cents;
const refunded = ({ money }: ReportPeriod) => money.refunded_cents;
const average = ({ money, funnel }: ReportPeriod) =>
  funnel.paid === 0 ? 0 : Math.round(money.paid_cents / funnel.paid);

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
  const compareCents = (centsOf: (period: ReportPeriod) => number, isDestructive = false) =>
    before && (
      <Delta
        now={centsOf(period)}
        before={centsOf(before)}
        format={formatCents}
        isDestructive={isDestructive}
      />
    );
  return (
    <section className="money" aria-label="Dinheiro">
      <div>
        <p className="money-label">Recebido</p>
        <p className="money-total">{formatCents(money.paid_cents)}</p>
        <p className="money-details">
          em {formatCount(funnel.paid)} {funnel.paid === 1 ? 'venda' : 'vendas'}{' '}
          {compareCents(paid)}
        </p>
      </div>
      <div>
        <p className="money-label">Devolvido</p>
        <p className="money-amount">{formatCents(money.refunded_cents)}</p>
        <p>{compareCents(refunded, true)}</p>
      </div>
      <div>
        <p className="money-label">Ticket médio</p>
        <p className="money-amount">{formatCents(average(period))}</p>
        <p>{compareCents(average)}</p>
      </div>
      <div>
        <p className="money-label">Pix e boletos emitidos: {formatCount(funnel.pending)}</p>
        <p className="money-amount">{formatCents(money.pending_cents)}</p>
      </div>
    </section>
  );
}
