import { WEEKDAYS } from '@funil/contract/console/origins';
import type {
  ReportPeriod,
  ReportResponse,
  ReportSlot,
  ReportTable,
  RevenueTotals,
} from '@funil/contract/console/report';
import { formatShare } from '@funil/contract/console/report-columns';
import { formatCents, formatCount } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/platforms';
import { productLabel } from '@funil/contract/product-label';
import { paymentMethodLabel } from '@funil/contract/sale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { download } from '../api.ts';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatShortTime, toBrasiliaDay } from '../parts/format-time.ts';
import { Segments } from '../parts/Segments.tsx';
import { copyText, runWithErrorToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { Funnel } from './Funnel.tsx';
import { Money } from './Money.tsx';
import { Origins } from './Origins.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import {
  type Days,
  daysBefore,
  formatDays,
  type ReportSearch,
  readDays,
  reportQuery,
} from './period.ts';
import { Series } from './Series.tsx';
import { barColumn, Table } from './Table.tsx';
import './report.css';
import { Button } from '../parts/Button.tsx';

/** The same numbers as `npm run report`. */
export function Report() {
  const search = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const days = readDays(search, toBrasiliaDay(new Date()));
  const isByLead = search.by === 'lead';
  const query = useQuery(reportQuery(days, isByLead));
  const { data, isPlaceholderData } = query;
  const countedUntil = data?.period.events_counted_until;
  const { level, sort } = search;
  const view = { ...(level && { level }), ...(sort && { sort }) };
  const open = (next: ReportSearch) =>
    void navigate({ to: '.', search: { ...next, ...view }, replace: true });
  return (
    <View
      title="Relatório"
      subtitle={[
        data?.before && !isEmpty(data.before)
          ? `${formatDays(days)}, ao lado de ${formatDays(daysBefore(days))}`
          : formatDays(days),
        isByLead && 'o que os leads destes dias trouxeram até agora',
        countedUntil && `visitas contadas até ${formatShortTime(countedUntil, Date.now())}`,
      ]
        .filter(Boolean)
        .join('; ')}
      actions={
        <>
          <PeriodPicker
            search={search}
            days={days}
            onChange={(next) => open({ ...next, ...(isByLead && { by: 'lead' }) })}
          />
          <Segments
            legend="O que se conta"
            options={[
              ['money', 'Dinheiro destes dias'],
              ['lead', 'Leads destes dias'],
            ]}
            value={isByLead ? 'lead' : 'money'}
            onChange={(by) => {
              const { by: _, ...rest } = search;
              open(by === 'lead' ? { ...rest, by } : rest);
            }}
          />
          <Exports days={days} isByLead={isByLead} />
        </>
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

interface ExportsProps {
  days: Days;
  isByLead: boolean;
}

function Exports({ days, isByLead }: ExportsProps) {
  const query = { ...days, ...(isByLead && { by_lead: '1' }) };
  const save = () => download('report.csv', 'relatorio.csv', { query });
  /** The view's days in two dates: a preset means other days tomorrow. */
  function copyLink() {
    const link = new URL(window.location.href);
    link.searchParams.delete('period');
    for (const [name, day] of Object.entries(days)) link.searchParams.set(name, day);
    void copyText(link.href, 'Link');
  }
  return (
    <div className="buttons report-exports">
      <Button onClick={() => void runWithErrorToast(save)}>Baixar CSV</Button>
      <Button onClick={() => window.print()}>Imprimir</Button>
      <Button onClick={copyLink}>Copiar link</Button>
    </div>
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
      {period.is_maturing && (
        <p className="rounded-xl border bg-raised report-note">
          <strong>Ainda amadurecendo.</strong> Metade do tempo em que nove de cada dez costumam
          pagar ainda não passou para os leads mais novos: compradores e lucro destes dias ainda
          crescem.
        </p>
      )}
      <Money period={period} before={before} />
      <Funnel period={period} before={before} />
      <Series period={period} before={before} />
      <Origins period={period} before={before} days={days} />
      <div className="report-columns">
        <Lifetimes period={period} />
        <Methods period={period} />
        <Slots
          title="Dias da semana"
          label="Dia"
          rows={period.weekdays}
          nameOf={(slot) => WEEKDAYS[slot] ?? ''}
        />
        <RevenueTable
          title="Plataformas"
          rows={period.platforms.map((row) => ({ ...row, name: platformLabel(row.platform) }))}
        />
        <RevenueTable
          title="Produtos"
          rows={period.products.map((row) => ({
            ...row,
            name: productLabel(row.product) || 'sem nome',
          }))}
        />
        <TimeToPayment period={period} />
        <Slots title="Horas" label="Hora" rows={period.hours} nameOf={(slot) => `${slot}h`} />
      </div>
      <PageTables tables={period.page_tables} />
    </>
  );
}

/** What visitors did on the page, in the tables of the report's file. */
function PageTables({ tables }: { tables: readonly ReportTable[] }) {
  if (tables.length === 0) return null;
  return (
    <section className="report-page" aria-labelledby="page-title">
      <h2 id="page-title">Na página</h2>
      <div className="report-columns">
        {tables.map(({ title, columns, rows }) => (
          <section
            key={title}
            className="rounded-xl border bg-raised report-table"
            aria-label={title}
          >
            <Table
              title={title}
              columns={columns.map((label, index) => ({
                label,
                cell: (row: readonly string[]) => row[index],
              }))}
              rows={rows}
              keyOf={(row) => row.join()}
            />
          </section>
        ))}
      </div>
      <p className="text-muted funnel-note">“Com lead” conta visitas que deixaram um cadastro.</p>
    </section>
  );
}

interface RevenueTableProps {
  title: string;
  rows: readonly (RevenueTotals & { readonly name: string })[];
}

function RevenueTable({ title, rows }: RevenueTableProps) {
  if (rows.length === 0) return null;
  return (
    <section className="rounded-xl border bg-raised report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          { label: 'Nome', cell: ({ name }) => name },
          { label: 'Vendas', cell: ({ sales }) => formatCount(sales) },
          { label: 'Devolv.', cell: ({ refunded }) => formatCount(refunded) },
          barColumn('Vendido', rows, ({ paid_cents }) => paid_cents, formatCents),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </section>
  );
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Returns days rounded up to a minute, an hour or a tenth of a day. */
function formatWait(days: number): string {
  if (days < 1 / 24) return `${Math.ceil(days * 24 * 60)} min`;
  if (days < 1) return `${Math.ceil(days * 24)} h`;
  return `${decimal.format(Math.ceil(days * 10) / 10)} ${days < 2 ? 'dia' : 'dias'}`;
}

/** The time from the lead to the payment. */
function TimeToPayment({ period: { waits, lead_to_payment_days } }: { period: ReportPeriod }) {
  const { sales, median, p90 } = lead_to_payment_days;
  if (sales === 0) return null;
  const title = 'Do lead ao pagamento';
  return (
    <section className="rounded-xl border bg-raised report-table" aria-label={title}>
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
          {`Metade pagou em até ${formatWait(median)} depois do lead; nove em cada dez, em até ${formatWait(p90)}.`}
        </p>
      )}
    </section>
  );
}

interface SlotsProps {
  title: string;
  label: string;
  rows: readonly ReportSlot[];
  nameOf: (slot: number) => string;
}

/** Sales by weekday or hour of their payment. */
function Slots({ title, label, rows, nameOf }: SlotsProps) {
  if (rows.every(({ sales }) => sales === 0)) return null;
  return (
    <section className="rounded-xl border bg-raised report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          { label, cell: ({ slot }) => nameOf(slot) },
          { label: 'Vendas', cell: ({ sales }) => formatCount(sales) },
          barColumn('Vendido', rows, ({ paid_cents }) => paid_cents, formatCents),
        ]}
        rows={rows}
        keyOf={({ slot }) => String(slot)}
      />
    </section>
  );
}

function Methods({ period: { methods } }: { period: ReportPeriod }) {
  if (methods.length === 0) return null;
  const title = 'Aprovação por forma de pagamento';
  return (
    <section className="rounded-xl border bg-raised report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          { label: 'Forma', cell: ({ method }) => paymentMethodLabel(method, 'label') },
          { label: 'Tentativas', cell: ({ begun }) => formatCount(begun) },
          { label: 'Pagas', cell: ({ paid }) => formatCount(paid) },
          { label: 'Aprovação', cell: ({ paid, begun }) => formatShare(paid, begun) },
        ]}
        rows={methods}
        keyOf={({ method }) => method}
      />
    </section>
  );
}

/** What a buyer brings within 30, 90 and 180 days, by campaign, of all time. */
function Lifetimes({ period: { lifetimes } }: { period: ReportPeriod }) {
  if (lifetimes.every(({ after }) => after.every(({ buyers }) => buyers === 0))) return null;
  const title = 'Quanto um comprador traz';
  return (
    <section className="rounded-xl border bg-raised report-table" aria-label={title}>
      <Table
        title={title}
        columns={[
          {
            label: 'Campanha',
            cell: ({ source, medium, campaign }) =>
              [source || 'direto', medium, campaign].filter(Boolean).join(' / '),
          },
          ...[0, 1, 2].map((index) => ({
            label: `${lifetimes[0]?.after[index]?.days ?? ''} dias`,
            cell: ({ after }: ReportPeriod['lifetimes'][number]) => {
              const { buyers, cents } = after[index] ?? { buyers: 0, cents: 0 };
              return buyers === 0 ? 'ainda não' : formatCents(Math.round(cents / buyers));
            },
          })),
        ]}
        rows={lifetimes.slice(0, MAX_LIFETIMES)}
        keyOf={({ source, medium, campaign }) => JSON.stringify([source, medium, campaign])}
      />
      <p className="report-table-note">
        Líquido menos o devolvido, por comprador, desde o primeiro pagamento; de todos os tempos.
      </p>
    </section>
  );
}

const MAX_LIFETIMES = 12;
