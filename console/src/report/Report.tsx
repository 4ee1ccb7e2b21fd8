import { dayOf } from '@funil/contract/brasilia';
import type { DayRange } from '@funil/contract/list-page';
import type { ReportPeriod, ReportResponse, ReportTable } from '@funil/contract/report/report';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { download } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatShortTime } from '../parts/format-time.ts';
import { Segments } from '../parts/Segments.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { Funnel } from './Funnel.tsx';
import { Money } from './Money.tsx';
import { Note } from './Note.tsx';
import { Origins } from './Origins.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { daysOfSearch, formatDays, type ReportSearch, reportQuery } from './period.ts';
import { Recent } from './Recent.tsx';
import { Series } from './Series.tsx';
import { Table } from './Table.tsx';
import './report.css';

/** The same numbers as `npm run report`. */
export function Report() {
  const search = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const days = daysOfSearch(search, dayOf(Date.now()));
  const isDatedByLead = search.by === 'lead';
  const query = useQuery(reportQuery(days, isDatedByLead));
  const { data: report, isPlaceholderData } = query;
  const countedUntil = report?.period.events_counted_until;
  const { level, sort } = search;
  const tableView = { ...(level && { level }), ...(sort && { sort }) };
  const openSearch = (next: ReportSearch) =>
    void navigate({ to: '.', search: { ...next, ...tableView }, replace: true });
  return (
    <View title="Relatório">
      {report?.period.notices.received && <Recent rows={report.recent} />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2.5">
        <PeriodPicker
          search={search}
          days={days}
          onChange={(next) => openSearch({ ...next, ...(isDatedByLead && { by: 'lead' }) })}
        />
        <div className="max-w-full [&>fieldset]:w-fit [&>fieldset]:max-w-full print:[&>fieldset]:hidden">
          <Segments
            legend="O que se conta"
            options={[
              ['money', 'Dinheiro destes dias'],
              ['lead', 'Leads destes dias'],
            ]}
            value={isDatedByLead ? 'lead' : 'money'}
            onChange={(by) => {
              const { by: _, ...rest } = search;
              openSearch(by === 'lead' ? { ...rest, by } : rest);
            }}
          />
          <p className="mt-1 max-w-96 text-small text-balance text-muted">
            {isDatedByLead
              ? 'O que os leads que chegaram nestes dias pagaram até agora, também depois deles.'
              : 'O que foi pago, devolvido e gasto nestes dias, também por leads de antes.'}
          </p>
        </div>
        <ExportButtons days={days} isDatedByLead={isDatedByLead} />
        <p className="w-full text-muted">
          {[
            [days, ...(report?.before && !isEmpty(report.before) ? [daysOf(report.before)] : [])]
              .map(formatDays)
              .join(', ao lado de '),
            countedUntil && `visitas contadas até ${formatShortTime(countedUntil, Date.now())}`,
          ]
            .filter(Boolean)
            .join('; ')}
        </p>
      </div>
      <QueryStatus query={query} />
      {report && (
        <div
          className="report grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity duration-150 aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <ReportSections report={report} days={days} />
        </div>
      )}
    </View>
  );
}

function ExportButtons({ days, isDatedByLead }: { days: DayRange; isDatedByLead: boolean }) {
  const query = { ...days, ...(isDatedByLead && { by_lead: '1' as const }) };
  const saveCsv = () => download('relatorio.csv', 'GET report.csv', { query });
  return (
    <div className="buttons xl:ml-auto print:hidden">
      <Button onClick={() => void runWithErrorToast(saveCsv)}>Baixar CSV</Button>
      <Button onClick={() => window.print()}>Imprimir</Button>
    </div>
  );
}

const daysOf = ({ from, until }: ReportPeriod): DayRange => ({
  from: from ?? '',
  until: until ?? '',
});

const isEmpty = ({ funnel, leads_stored, excluded }: ReportPeriod) =>
  funnel.visits + leads_stored + funnel.paid + excluded.visits + excluded.leads === 0;

function ReportSections({ report, days }: { report: ReportResponse; days: DayRange }) {
  const { period } = report;
  if (isEmpty(period)) {
    return (
      <Empty title="Nada nestes dias.">
        <p>Escolha outros dias, ou traga a próxima visita.</p>
        <ViewButton to="/anuncios/links">Fazer um link de anúncio</ViewButton>
      </Empty>
    );
  }
  // Compared with an empty period, every number would be an increase.
  const before = report.before && isEmpty(report.before) ? null : report.before;
  return (
    <>
      {period.is_maturing && (
        <Note>
          <strong>Ainda amadurecendo.</strong> Metade do tempo em que nove de cada dez costumam
          pagar ainda não passou para os leads mais novos: compradores e lucro destes dias ainda
          crescem.
        </Note>
      )}
      <Money period={period} before={before} />
      <Funnel period={period} before={before} />
      <Series period={period} before={before} />
      <Origins period={period} before={before} days={days} />
      <Tables tables={period.tables} />
      {period.page_tables.length > 0 && (
        <section
          className="grid grid-cols-[minmax(0,1fr)] gap-3 print:break-before-page"
          aria-labelledby="page-title"
        >
          <h2 id="page-title">Na página</h2>
          <Tables tables={period.page_tables} />
        </section>
      )}
    </>
  );
}

/** The tables that `npm run report` prints. */
const Tables = ({ tables }: { tables: readonly ReportTable[] }) => (
  <div className="gap-5 [columns:22rem_2] print:[columns:auto_2]">
    {tables.map(({ verdict, note, ...table }) => (
      <section
        key={table.title}
        className="mb-5 break-inside-avoid overflow-hidden rounded-xl border bg-raised pb-1"
        aria-label={table.title}
      >
        <Table {...table} />
        {(verdict || note) && (
          <p className="border-t px-4 py-3 text-muted">
            {verdict && <strong className="block text-fg">{verdict}</strong>}
            {note}
          </p>
        )}
      </section>
    ))}
  </div>
);
