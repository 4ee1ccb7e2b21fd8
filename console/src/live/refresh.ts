import type { LiveTable } from '@funil/contract/console/status';
import type { Query } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { queryClient } from '../queries.ts';

/** By table: the queries that show it, by the first part of their keys. */
const QUERIES: Record<LiveTable, readonly string[]> = {
  leads: ['today', 'list', 'subject'],
  applications: ['today', 'list', 'subject'],
  subjects: ['today', 'list', 'subject'],
  sales: ['today', 'list', 'subject', 'sales', 'sale', 'notices'],
  deliveries: ['today', 'endpoints', 'deliveries', 'delivery'],
  templates: ['templates'],
  requests: ['requests'],
  erasures: ['today', 'list', 'subject', 'sales', 'sale', 'people', 'person'],
};

/** Changes within this time are refetched together. */
const GATHER_MS = 250;
/** After this time a round's requests are canceled, so that a request that hangs holds back no other view. */
const MAX_ROUND_MS = 30_000;

const changed = new Set<LiveTable>();
let isRunning = false;

/**
 * Refetches the queries on the screen that show these tables, and marks the others as stale. Changes during a round of
 * requests start one further round: no request is canceled, so that a stream of changes never keeps answers away.
 */
export function refreshTables(tables: readonly LiveTable[]): void {
  for (const table of tables) changed.add(table);
  if (!isRunning) void run();
}

/** Forgets the changes that wait for their round. */
export const dropChanges = (): void => changed.clear();

async function run(): Promise<void> {
  isRunning = true;
  while (changed.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const tables = [...changed];
    changed.clear();
    if (tables.length > 0) await refreshWithin(MAX_ROUND_MS, tables);
  }
  isRunning = false;
}

/** Runs a round; after the limit, cancels those of its requests whose views have an earlier answer to show. */
async function refreshWithin(limitMs: number, tables: readonly LiveTable[]): Promise<void> {
  const { predicate } = showing(tables);
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    void queryClient.cancelQueries({
      predicate: (query) => predicate(query) && query.state.data !== undefined,
    });
    limit.resolve();
  }, limitMs);
  await Promise.race([refresh(tables), limit.promise]);
  clearTimeout(timer);
}

const showing = (tables: readonly LiveTable[]) => {
  const names = new Set<unknown>(tables.flatMap((table) => QUERIES[table] ?? []));
  return { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => names.has(queryKey[0]) };
};

async function refresh(tables: readonly LiveTable[]): Promise<void> {
  const filters = showing(tables);
  // Reading a month takes the server a while: the report is read again when it is next opened.
  void queryClient.invalidateQueries({ queryKey: ['report'], refetchType: 'none' });
  // A request that is already under way may answer with rows from before the change.
  const isUnderWay = queryClient.isFetching(filters) > 0;
  await queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (isUnderWay) await queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (!tables.includes('erasures')) return;
  queryClient.removeQueries({ ...showing(['erasures']), type: 'inactive' });
  dropGone();
}

/** Removes erased rows from the screen: a query that fails would keep its last answer. */
function dropGone(): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const isGone = state.error instanceof ApiError && state.error.status === 404;
    if (isGone && state.data !== undefined)
      void queryClient.resetQueries({ queryKey, exact: true });
  }
}

/** After a reconnect, cancels running requests (they may hang) and refetches, because changes may have been missed. */
export function refreshAll(): void {
  // A list that is opened again would first show people who were erased meanwhile.
  queryClient.removeQueries({ queryKey: ['list'], type: 'inactive' });
  void queryClient.invalidateQueries().then(dropGone);
}
