import { dayOf } from '@funil/contract/brasilia';
import { formatQuantity } from '@funil/contract/counts';
import { platformLabel } from '@funil/contract/sales/platforms';
import {
  type Reconciliation as Comparison,
  RECONCILE_DAYS,
} from '@funil/contract/sales/reconciliations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Segments } from '../parts/Segments.tsx';
import { formatDay } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { replaceData } from '../queries.ts';
import { BackToSales } from './Notices.tsx';
import { reconciliationsQuery } from './queries.ts';

const DAY_OPTIONS = RECONCILE_DAYS.map((days) => [String(days), `${days} dias`] as const);

export function Reconciliation() {
  const query = useQuery(reconciliationsQuery);
  return (
    <View
      title="Conferência das vendas"
      subtitle="Todo dia o Funil pergunta à plataforma quais vendas houve nos últimos 7 dias e guarda as que faltam."
      actions={<BackToSales />}
    >
      <QueryStatus query={query} />
      {query.data?.items.length === 0 && (
        <Empty title="Nenhuma plataforma para conferir.">
          Falta a credencial da API de uma plataforma: quem é proprietário a guarda em Ligações. Nem
          toda plataforma oferece esta consulta.
        </Empty>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-4">
        {query.data?.items.map((comparison) => (
          <ComparisonPanel key={comparison.platform} comparison={comparison} />
        ))}
      </div>
    </View>
  );
}

const COMPARE_LABELS = {
  idle: 'Conferir agora',
  waiting: 'Já vai…',
  running: 'Conferindo…',
} as const;

function ComparisonPanel({ comparison }: { comparison: Comparison }) {
  const [days, setDays] = useState('7');
  const { platform, state, checked_at, problem } = comparison;
  const label = platformLabel(platform);
  return (
    <section
      className="panel grid-rows-[auto_1fr] justify-items-start"
      aria-labelledby={`${platform}-title`}
    >
      <h2 id={`${platform}-title`}>{label}</h2>
      <div aria-live="polite" className="grid content-start gap-1">
        {checked_at === null ? (
          <p className="text-muted">Ainda não foi conferida.</p>
        ) : (
          <p>
            Última conferência: <Time at={checked_at} />
          </p>
        )}
        {problem === null ? (
          <p className="text-muted">{describeResult(comparison)}</p>
        ) : (
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <Icon name="warning" className="text-warn" />
            <p>
              <strong>{problem.message}</strong> {problem.remedy}
            </p>
          </div>
        )}
      </div>
      <Segments
        legend={`Período a conferir com a ${label}`}
        options={DAY_OPTIONS}
        value={days}
        onChange={setDays}
      />
      <Button
        kind="main"
        disabled={state !== 'idle'}
        onClick={() => void requestComparison(platform, days)}
      >
        {COMPARE_LABELS[state]}
      </Button>
    </section>
  );
}

function requestComparison(platform: string, chosen: string): Promise<unknown> {
  const days = RECONCILE_DAYS.find((option) => String(option) === chosen);
  return runWithErrorToast(async () => {
    if (days === undefined) return;
    const body = { days };
    await replaceData(
      reconciliationsQuery,
      await call('POST reconciliations/:platform', { params: { platform }, body }),
    );
  });
}

const formatDayOf = (iso: string) => formatDay(dayOf(Date.parse(iso)));

/** Describes the last comparison; empty before the first. */
function describeResult({ from, until, found, new: missing, changed }: Comparison): string {
  if (from === null || until === null) return '';
  const period = `De ${formatDayOf(from)} a ${formatDayOf(until)}`;
  if (found === 0) return `${period}, nenhuma venda lá.`;
  const listed = `${period}, ${formatQuantity(found, 'venda', 'vendas')} lá`;
  if (missing === 0 && changed === 0) return `${listed}: todas já estavam aqui.`;
  const news =
    missing > 0 && `${formatQuantity(missing, 'faltava e entrou', 'faltavam e entraram')}`;
  const changes =
    changed > 0 && `${formatQuantity(changed, 'mudou', 'mudaram')} de estado ou de dados`;
  return `${listed}: ${[news, changes].filter(Boolean).join(', e ')}.`;
}
