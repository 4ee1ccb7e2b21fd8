import type { ReportAnswer, ReportPeriod } from '@funil/contract/console/report';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Failure.tsx';
import { dayOf } from '../parts/moments.ts';
import { View } from '../parts/View.tsx';
import { Funnel } from './Funnel.tsx';
import { Money } from './Money.tsx';
import { Origins } from './Origins.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { type Days, daysBefore, nameDays, readDays } from './report-days.ts';
import { reportQuery } from './report-query.ts';
import { Series } from './Series.tsx';
import { Takings } from './Takings.tsx';
import { Waits } from './Waits.tsx';
import './report.css';

/** From the visit to the money: the same numbers as `npm run report`. */
export function Report() {
  const search = useSearch({ from: '/relatorio' });
  const navigate = useNavigate();
  const days = readDays(search, dayOf(new Date()));
  const query = useQuery(reportQuery(days));
  const { data, isPlaceholderData } = query;
  return (
    <View
      title="Relatório"
      lead={
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
      <Missing query={query} />
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
