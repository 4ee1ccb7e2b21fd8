import { formatCount, formatQuantity } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import type { DayNumbers, TodayResponse, WaitingCount } from '@funil/contract/today/today';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useRole } from '../console-context.ts';
import { makeDeviceStore } from '../parts/device-store.ts';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { formatLongDay, formatShortDay } from '../parts/time/format-time.ts';
import { useNow } from '../parts/time/use-now.ts';
import { View } from '../parts/View.tsx';
import { mayOpen } from '../views.ts';
import { arrangeQueue, type GroupName, type TaskGroup } from './arrange-queue.ts';
import { todayQuery } from './queries.ts';
import { TaskRow } from './TaskRow.tsx';

/** Only new sellers load this code. */
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps');

const StatusLine = lazyPart(() => import('../status/Status.tsx'), 'StatusLine');

export function Today() {
  const query = useQuery(todayQuery);
  const { data } = query;
  return (
    <View title="Hoje" subtitle={data && formatLongDay(data.now)}>
      <QueryStatus query={query} />
      {data && <TodayBody today={data} />}
    </View>
  );
}

function TodayBody({ today }: { today: TodayResponse }) {
  const now = useNow();
  const isManager = MANAGEMENT.includes(useRole());
  const { dead, numbers, start } = today;
  const groups = arrangeQueue(today, now);
  const firstSteps = start && (
    <Suspense fallback={null}>
      <FirstSteps steps={start} />
    </Suspense>
  );
  return (
    <div className="grid gap-5 items-start @[58rem]/view:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5 min-w-0">
        {groups.length === 0 && firstSteps}
        {groups.length === 0 && start === null && (
          <div className="frame">
            <Empty title="Ninguém esperando resposta. Bom trabalho.">
              Quem chegar pela página aparece aqui na hora.
            </Empty>
          </div>
        )}
        {groups.map((group) => (
          <TaskGroupList key={group.name} group={group}>
            {group.name === 'lapsed' && <OlderTasks older={today.older} />}
          </TaskGroupList>
        ))}
        <Suspense>{isManager && <StatusLine />}</Suspense>
        {dead.count > 0 && (
          <p className="px-4 py-3 border-l-3 border-l-bad bg-raised">
            {formatQuantity(dead.count, 'entrega não chegou', 'entregas não chegaram')} ao destino.{' '}
            <Link to="/ligacoes/entregas">Ver e reenviar</Link>
          </p>
        )}
        {groups.length > 0 && firstSteps}
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
function DayComparison({ numbers }: { numbers: TodayResponse['numbers'] }) {
  const { today, before } = numbers;
  const weekAgo = formatShortDay(`${before.day}T12:00:00Z`);
  return (
    <section className="panel gap-3.5 [&_:is(th,td)]:py-1.75" aria-labelledby="numbers-title">
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
            <th scope="col">{weekAgo}</th>
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

const MAX_TASKS_SHOWN = 6;

/** Groups that the operator has folded or unfolded on this device. Older tasks are folded at first. */
const foldedGroups = makeDeviceStore<Partial<Record<GroupName, boolean>>>('funil-console-folded', {
  lapsed: true,
});

const GROUP_TITLES: Record<GroupName, string> = {
  now: 'Agora',
  payments: 'Pix e boletos em aberto',
  carts: 'Pararam no pagamento',
  applications: 'Aplicações por responder',
  abandoned: 'Pararam no meio da aplicação',
  leads: 'Leads novos',
  lapsed: 'Mais antigos',
};

const GROUP_LISTS: Partial<Record<GroupName, Pick<LinkProps, 'to' | 'search'>>> = {
  payments: { to: '/vendas', search: { state: 'pending' } },
  carts: { to: '/vendas', search: { state: 'abandoned' } },
  applications: { to: '/pessoas/aplicacoes', search: { state: 'novo' } },
  abandoned: { to: '/pessoas/aplicacoes', search: { state: 'abandoned' } },
  leads: { to: '/pessoas/leads', search: { state: 'novo' } },
};

const MORE_CLASSES =
  'pressable block w-full min-h-12 text-left px-4 py-3 border-t font-semibold no-underline';

const OlderTasks = ({ older: { until, leads, abandoned } }: { older: TodayResponse['older'] }) => (
  <>
    {leads.count > 0 && (
      <Link to="/pessoas/leads" search={{ state: 'novo', until }} className={MORE_CLASSES}>
        {GROUP_TITLES.leads} <Count {...leads} />
      </Link>
    )}
    {abandoned.count > 0 && (
      <Link
        to="/pessoas/aplicacoes"
        search={{ state: 'abandoned', until }}
        className={MORE_CLASSES}
      >
        {GROUP_TITLES.abandoned} <Count {...abandoned} />
      </Link>
    )}
  </>
);

const Count = ({ count, more }: WaitingCount) => (
  <span className="text-muted font-semibold">
    {count}
    {more && '+'}
  </span>
);

interface GroupProps {
  group: TaskGroup;
  children: ReactNode;
}

function TaskGroupList({ group: { name, count, more, tasks }, children }: GroupProps) {
  const isFolded = foldedGroups.useValue()[name] ?? false;
  const [showsAll, setShowsAll] = useState(false);
  // Tasks with little time left are never hidden.
  const shownTasks = showsAll || name === 'now' ? tasks : tasks.slice(0, MAX_TASKS_SHOWN);
  const hiddenCount = tasks.length - shownTasks.length;
  const role = useRole();
  const listLink = GROUP_LISTS[name];
  const mayOpenList = listLink && mayOpen(role, String(listLink.to));
  return (
    <details
      className="group overflow-clip frame"
      open={!isFolded}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isFolded) foldedGroups.change({ [name]: !currentTarget.open });
      }}
    >
      <summary className="pressable flex items-center gap-2.5 min-h-12 px-4 py-2 max-xs:flex-wrap">
        <h2>{GROUP_TITLES[name]}</h2>
        <Count count={count} more={more} />
        <Icon
          name="forward"
          className="ml-auto text-muted transition-[rotate] group-open:rotate-90 motion-reduce:transition-none"
        />
      </summary>
      {shownTasks.length > 0 && (
        <ul aria-label={GROUP_TITLES[name]}>
          {shownTasks.map((task) => (
            <TaskRow key={`${task.kind} ${task.key}`} task={task} />
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <button type="button" className={MORE_CLASSES} onClick={() => setShowsAll(true)}>
          Mostrar mais {hiddenCount}
        </button>
      )}
      {hiddenCount === 0 && mayOpenList && count > shownTasks.length && (
        <Link {...listLink} className={MORE_CLASSES}>
          Ver na lista
        </Link>
      )}
      {children}
    </details>
  );
}
