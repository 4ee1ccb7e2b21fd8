import './report.css';
import { dayOf } from '@funil/contract/brasilia';
import type { DayRange } from '@funil/contract/list-page';
import type { ReportPeriod, ReportResponse, ReportTable } from '@funil/contract/report/report';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { download } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Segments } from '../parts/Segments.tsx';
import { formatDays, formatShortTime } from '../parts/time/format-time.ts';
import { runWithErrorToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { Callout } from './Callout.tsx';
import { Funnel } from './Funnel.tsx';
import { Money } from './Money.tsx';
import { Origins } from './Origins.tsx';
import {
  DEFAULT_PERIOD,
  daysOfSearch,
  PERIOD_PRESETS,
  type PeriodPreset,
  type ReportSearch,
  reportQuery,
} from './period.ts';
import { Recent } from './Recent.tsx';
import { Series } from './Series.tsx';
import { Table } from './Table.tsx';

/** The same numbers as `npm run report`. */
export function Report() {
  const search = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const days = daysOfSearch(search, dayOf(Date.now()));
  const isReportByLead = search.by === 'lead';
  const query = useQuery(reportQuery(days, isReportByLead));
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
          onChange={(next) => openSearch({ ...next, ...(isReportByLead && { by: 'lead' }) })}
        />
        <div className="max-w-full [&>fieldset]:w-fit [&>fieldset]:max-w-full print:[&>fieldset]:hidden">
          <Segments
            legend="O que se conta"
            options={[
              ['money', 'Dinheiro destes dias'],
              ['lead', 'Leads destes dias'],
            ]}
            value={isReportByLead ? 'lead' : 'money'}
            onChange={(by) => {
              const { by: _, ...searchByMoney } = search;
              openSearch(by === 'lead' ? { ...searchByMoney, by } : searchByMoney);
            }}
          />
          <p className="mt-1 max-w-96 text-small text-balance text-muted">
            {isReportByLead
              ? 'O que os leads que chegaram nestes dias pagaram até agora, também depois deles.'
              : 'O que foi pago, devolvido e gasto nestes dias, também por leads de antes.'}
          </p>
        </div>
        <ExportButtons days={days} isReportByLead={isReportByLead} />
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

function ExportButtons({ days, isReportByLead }: { days: DayRange; isReportByLead: boolean }) {
  const query = { ...days, ...(isReportByLead && { by_lead: '1' as const }) };
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
  // An empty previous period is not shown, because every number would be an increase.
  const before = report.before && isEmpty(report.before) ? null : report.before;
  return (
    <>
      {period.is_maturing && (
        <Callout>
          <strong>Ainda amadurecendo.</strong> Metade do tempo em que nove de cada dez costumam
          pagar ainda não passou para os leads mais novos: compradores e lucro destes dias ainda
          crescem.
        </Callout>
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

const Tables = ({ tables }: { tables: readonly ReportTable[] }) => (
  <div className="gap-5 [columns:22rem_2] print:[columns:auto_2]">
    {tables.map(({ verdict, note, ...table }) => (
      <section
        key={table.title}
        className="mb-5 break-inside-avoid overflow-hidden frame pb-1"
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

interface PickerProps {
  search: ReportSearch;
  days: DayRange;
  onChange: (search: ReportSearch) => void;
}

const PERIOD_OPTIONS = [
  ...(Object.entries(PERIOD_PRESETS) as [PeriodPreset, string][]),
  ['custom', 'Datas'],
] as const;

function PeriodPicker({ search, days, onChange }: PickerProps) {
  const isCustom = search.from !== undefined;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2.5 max-md:w-full max-md:*:w-full print:hidden">
      <Segments
        legend="Período"
        options={PERIOD_OPTIONS}
        value={isCustom ? 'custom' : (search.period ?? DEFAULT_PERIOD)}
        onChange={(value) => onChange(value === 'custom' ? days : { period: value })}
      />
      {isCustom && <CustomDays days={days} onChange={onChange} />}
    </div>
  );
}

/** True if both years are typed completely. Until then a date field has a year such as 0002. */
const areYearsComplete = ({ from, until }: DayRange) =>
  [from, until].every((date) => /^2\d{3}-/.test(date));

function CustomDays({ days, onChange }: Omit<PickerProps, 'search'>) {
  /** Null while the fields show the report's dates. */
  const [typedDays, setTypedDays] = useState<DayRange | null>(null);
  const { from, until } = typedDays ?? days;
  const isReversed = areYearsComplete({ from, until }) && from > until;
  const changeDays = (next: DayRange) => {
    setTypedDays(next);
    if (areYearsComplete(next) && next.from <= next.until) onChange(next);
  };
  return (
    <fieldset
      className="flex flex-[1_0_100%] flex-wrap gap-3"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setTypedDays(null);
      }}
    >
      {(['from', 'until'] as const).map((end) => (
        <label
          key={end}
          className="flex flex-none max-xs:grid max-xs:w-full items-center gap-2 text-muted"
        >
          {end === 'from' ? 'De' : 'até'}
          <input
            type="date"
            className="input w-40 max-xs:w-full"
            value={{ from, until }[end]}
            {...(end === 'from' ? { max: until } : { min: from })}
            onChange={({ target }) => changeDays({ from, until, [end]: target.value })}
          />
        </label>
      ))}
      <FieldError>{isReversed ? 'A primeira data vem depois da última.' : null}</FieldError>
    </fieldset>
  );
}
