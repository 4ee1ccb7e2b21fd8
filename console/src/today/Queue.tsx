import type { TodayResponse, WaitingCount } from '@funil/contract/today/today';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRole } from '../console-context.ts';
import { makeDeviceStore } from '../parts/device-store.ts';
import { Icon } from '../parts/Icon.tsx';
import { mayOpen } from '../views.ts';
import type { GroupName, TaskGroup } from './arrange-queue.ts';
import { TaskRow } from './TaskRow.tsx';

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

/** Views that list all tasks of a group. */
const GROUP_LISTS: Partial<Record<GroupName, Pick<LinkProps, 'to' | 'search'>>> = {
  payments: { to: '/vendas', search: { state: 'pending' } },
  carts: { to: '/vendas', search: { state: 'abandoned' } },
  applications: { to: '/pessoas/aplicacoes', search: { state: 'novo' } },
  abandoned: { to: '/pessoas/aplicacoes', search: { state: 'abandoned' } },
  leads: { to: '/pessoas/leads', search: { state: 'novo' } },
};

export function Queue({
  groups,
  older,
}: {
  groups: readonly TaskGroup[];
  older: TodayResponse['older'];
}) {
  return groups.map((group) => (
    <TaskGroupList key={group.name} group={group}>
      {group.name === 'lapsed' && <OlderTasks older={older} />}
    </TaskGroupList>
  ));
}

function OlderTasks({ older: { until, leads, abandoned } }: { older: TodayResponse['older'] }) {
  return (
    <>
      {leads.count > 0 && (
        <Link
          to="/pessoas/leads"
          search={{ state: 'novo', until }}
          className="pressable block w-full min-h-12 text-left px-4 py-3 border-t font-semibold no-underline"
        >
          Leads novos <Count {...leads} />
        </Link>
      )}
      {abandoned.count > 0 && (
        <Link
          to="/pessoas/aplicacoes"
          search={{ state: 'abandoned', until }}
          className="pressable block w-full min-h-12 text-left px-4 py-3 border-t font-semibold no-underline"
        >
          Pararam no meio da aplicação <Count {...abandoned} />
        </Link>
      )}
    </>
  );
}

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
  const hidden = tasks.length - shownTasks.length;
  const role = useRole();
  const listLink = GROUP_LISTS[name];
  const mayOpenList = listLink && mayOpen(role, String(listLink.to));
  return (
    <details
      className="group overflow-clip rounded-xl border bg-raised"
      open={!isFolded}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isFolded) foldedGroups.change({ [name]: !currentTarget.open });
      }}
    >
      <summary className="pressable flex items-center gap-2.5 min-h-12 px-4 py-2 max-xs:flex-wrap list-none cursor-pointer [&::-webkit-details-marker]:hidden">
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
      {hidden > 0 && (
        <button
          type="button"
          className="pressable block w-full min-h-12 text-left px-4 py-3 border-t font-semibold no-underline"
          onClick={() => setShowsAll(true)}
        >
          Mostrar mais {hidden}
        </button>
      )}
      {hidden === 0 && mayOpenList && count > shownTasks.length && (
        <Link
          {...listLink}
          className="pressable block w-full min-h-12 text-left px-4 py-3 border-t font-semibold no-underline"
        >
          Ver na lista
        </Link>
      )}
      {children}
    </details>
  );
}
