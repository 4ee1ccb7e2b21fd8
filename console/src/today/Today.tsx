import { formatCents, formatCount } from '@funil/contract/money';
import { MANAGERS } from '@funil/contract/operators/roles';
import type { TodayResponse as Data, DayNumbers } from '@funil/contract/today/today';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useRole } from '../console-context.ts';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatLongDay, formatShortDay } from '../parts/format-time.ts';
import { lazyPart } from '../parts/lazy-part.ts';
import { useNow } from '../parts/use-now.ts';
import { View } from '../parts/View.tsx';
import { arrangeQueue } from './arrange-queue.ts';
import { Queue } from './Queue.tsx';
import { todayQuery } from './queries.ts';

/** Only new sellers load this code. */
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps');

const StatusLine = lazyPart(() => import('../status/Status.tsx'), 'StatusLine');

export function Today() {
  const query = useQuery(todayQuery);
  const { data } = query;
  return (
    <View title="Hoje" subtitle={data && formatLongDay(data.now)}>
      <QueryStatus query={query} />
      {data && <TodayBody data={data} />}
    </View>
  );
}

function TodayBody({ data: today }: { data: Data }) {
  const now = useNow();
  const isManager = MANAGERS.includes(useRole());
  const { dead, numbers, start } = today;
  const groups = arrangeQueue(today, now);
  const steps = start && (
    <Suspense fallback={null}>
      <FirstSteps steps={start} />
    </Suspense>
  );
  return (
    <div className="grid gap-5 items-start @[58rem]/view:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5 min-w-0">
        {groups.length === 0 && steps}
        {groups.length === 0 && start === null && (
          <Empty title="Ninguém esperando resposta. Bom trabalho.">
            Quem chegar pela página aparece aqui na hora.
          </Empty>
        )}
        <Queue groups={groups} older={today.older} />
        <Suspense>{isManager && <StatusLine />}</Suspense>
        {dead.count > 0 && (
          <p className="px-4 py-3 border-l-3 border-l-bad bg-raised">
            {dead.count === 1
              ? '1 entrega não chegou ao destino.'
              : `${dead.count} entregas não chegaram ao destino.`}{' '}
            <Link to="/ligacoes/entregas">Ver e reenviar</Link>
          </p>
        )}
        {groups.length > 0 && steps}
      </div>
      <DayComparison numbers={numbers} />
    </div>
  );
}

const NUMBER_ROWS: readonly { key: keyof Omit<DayNumbers, 'day'>; label: string }[] = [
  { key: 'visits', label: 'Visitas' },
  { key: 'leads', label: 'Leads' },
  { key: 'applications', label: 'Aplicações' },
  { key: 'sales', label: 'Vendas' },
];

/** Compares today with the same weekday a week ago, up to the same hour. */
function DayComparison({ numbers }: { numbers: Data['numbers'] }) {
  const { today, before } = numbers;
  const name = formatShortDay(`${before.day}T12:00:00Z`);
  return (
    <section
      className="grid gap-3.5 p-4 rounded-xl border bg-raised [&_:is(th,td)]:py-1.75"
      aria-labelledby="numbers-title"
    >
      <h2 id="numbers-title">Até agora</h2>
      {today.paid_cents !== null && (
        <div>
          <p className="font-display text-[min(2.25rem,9.5vw)] font-bold">
            {formatCents(today.paid_cents)}
          </p>
          <p className="text-muted">
            vendidos hoje · {formatCents(before.paid_cents ?? 0)} há uma semana
          </p>
        </div>
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
          {NUMBER_ROWS.filter(({ key }) => today[key] !== null).map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className="font-semibold">{formatCount(today[key] ?? 0)}</td>
              <td className="text-muted">{formatCount(before[key] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-small text-muted">Comparados até a mesma hora.</p>
    </section>
  );
}
