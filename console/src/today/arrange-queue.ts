import type { ContactItem } from '@funil/contract/contacts/contacts';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type { OpenSale, TodayResponse, WaitingItems } from '@funil/contract/today/today';

/** In the order of the queue. */
const QUEUE_GROUPS = [
  'now',
  'payments',
  'carts',
  'applications',
  'abandoned',
  'leads',
  'lapsed',
] as const;
export type GroupName = (typeof QUEUE_GROUPS)[number];

export type TaskKind = Exclude<GroupName, 'now'> | 'followups';

export interface Task {
  readonly kind: TaskKind;
  readonly about: { readonly contact: ContactItem } | { readonly sale: OpenSale };
  readonly key: string;
  readonly person: string;
  readonly otherKinds: readonly TaskKind[];
  readonly dueAt: string | null;
  /** The money at stake; null if unknown. */
  readonly cents: number | null;
}

export interface TaskGroup {
  readonly name: GroupName;
  /** The number of all tasks in the group, including those that the server did not send. */
  readonly count: number;
  /** True if `count` is only a lower bound. */
  readonly more: boolean;
  readonly tasks: readonly Task[];
}

/** A task is urgent for this time before and after its deadline. */
const TASK_URGENT_MS = DAY_MS;

/** A follow-up is always urgent, because an operator chose its date. */
const isUrgent = ({ kind, dueAt }: Task, now: number): boolean =>
  dueAt !== null && (kind === 'followups' || Math.abs(Date.parse(dueAt) - now) < TASK_URGENT_MS);

/** Returns when a conversation was last opened; null if none was within the last day. */
export function recentMessageAt({ about }: Task, now: number): string | null {
  const { messaged_at: at } = 'sale' in about ? about.sale : about.contact;
  return at !== null && now - Date.parse(at) < DAY_MS ? at : null;
}

/** True if the person was messaged within the last day, and no follow-up has fallen due since. */
function isRecentlyMessaged(task: Task, now: number): boolean {
  const { kind, dueAt } = task;
  const at = recentMessageAt(task, now);
  return at !== null && !(kind === 'followups' && dueAt !== null && at < dueAt);
}

const fromContact =
  (kind: TaskKind) =>
  (contact: ContactItem): Task => ({
    kind,
    about: { contact },
    key: contact.subject,
    person: contact.person,
    otherKinds: [],
    dueAt: kind === 'followups' ? contact.follow_up_at : contact.due_at,
    cents: null,
  });

const fromSale =
  (kind: TaskKind) =>
  (sale: OpenSale): Task => ({
    kind,
    about: { sale },
    key: `${sale.platform} ${sale.key}`,
    person: sale.person,
    otherKinds: [],
    dueAt: sale.expires_at,
    cents: sale.value_cents,
  });

/** Orders by the full hours left, then by money. */
function compareTasks(one: Task, other: Task, now: number): number {
  const hoursLeft = ({ dueAt }: Task) =>
    dueAt === null
      ? Number.MAX_SAFE_INTEGER
      : Math.max(-1, Math.floor((Date.parse(dueAt) - now) / HOUR_MS));
  return hoursLeft(one) - hoursLeft(other) || (other.cents ?? 0) - (one.cents ?? 0);
}

/** Returns the first task of each person, with the kinds of the person's other tasks. */
function keepOnePerPerson(tasks: readonly Task[]): Task[] {
  const byPerson = Map.groupBy(tasks, ({ person }) => person);
  return [...byPerson.values()].flatMap(([firstTask, ...others]) => {
    if (firstTask === undefined) return [];
    const kinds = new Set(others.map(({ kind }) => kind));
    // A follow-up replaces the person's other tasks, because it was set after they arose.
    const otherKinds = [...kinds].filter(
      (kind) => kind !== firstTask.kind && firstTask.kind !== 'followups',
    );
    return [{ ...firstTask, otherKinds }];
  });
}

/**
 * Returns each person once: urgent tasks in one group, the others grouped by kind. In a group, people who were messaged
 * within the last day come last, so that operators do not call them twice.
 */
export function arrangeQueue(today: TodayResponse, now: number): TaskGroup[] {
  const groupsByKind: Record<TaskKind, Omit<TaskGroup, 'name'>> = {
    followups: toGroup(today.followups, fromContact('followups')),
    payments: toGroup(today.pending, fromSale('payments')),
    carts: toGroup(today.carts, fromSale('carts')),
    applications: toGroup(today.applications, fromContact('applications')),
    abandoned: toGroup(today.abandoned, fromContact('abandoned')),
    leads: toGroup(today.leads, fromContact('leads')),
    lapsed: addOlder(toGroup(today.lapsed, fromSale('lapsed')), today.older),
  };
  const allTasks = Object.values(groupsByKind).flatMap(({ tasks }) => tasks);
  const urgent = allTasks
    .filter((task) => isUrgent(task, now))
    .toSorted((one, other) => compareTasks(one, other, now));
  const onePerPerson = keepOnePerPerson([
    ...urgent,
    ...allTasks.filter((task) => !isUrgent(task, now)),
  ]);
  const groups = QUEUE_GROUPS.map((name): TaskGroup => {
    const { count, more, tasks } = groupsByKind[name === 'now' ? 'followups' : name];
    const groupTasks = onePerPerson.filter((task) =>
      name === 'now' ? isUrgent(task, now) : task.kind === name && !isUrgent(task, now),
    );
    const orderedTasks = [false, true].flatMap((isLast) =>
      groupTasks.filter((task) => isRecentlyMessaged(task, now) === isLast),
    );
    return { name, count: count - tasks.length + orderedTasks.length, more, tasks: orderedTasks };
  });
  return groups.filter(({ count }) => count > 0);
}

/** Older contacts are only counted; the view links to their lists. */
function addOlder(group: Omit<TaskGroup, 'name'>, { leads, abandoned }: TodayResponse['older']) {
  const counts = [group, leads, abandoned];
  const count = counts.reduce((sum, counted) => sum + counted.count, 0);
  return { ...group, count, more: counts.some(({ more }) => more) };
}

const toGroup = <Item>(
  { count, more, items }: WaitingItems<Item>,
  toTask: (item: Item) => Task,
): Omit<TaskGroup, 'name'> => ({ count, more, tasks: items.map(toTask) });
