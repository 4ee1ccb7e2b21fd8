import type { MarkedKind } from '@funil/contract/console/live';
import type { Query } from '@tanstack/react-query';
import { isNotFound } from '../api.ts';
import { queryClient } from '../queries.ts';

/** Tables that change within this time are refetched together. */
const REFRESH_BATCH_MS = 250;
/** A refetch of all changed tables ends after this time, so that a hanging request does not delay the next. */
const MAX_REFETCH_MS = 30_000;

const changedTables = new Set<MarkedKind>();
let isRefetching = false;

/**
 * Refetches the queries on the screen that show these tables, and marks their other queries as stale. Changes during
 * a round start one more round and cancel no request, so that frequent changes never delay a response.
 */
export function refreshTables(tables: readonly MarkedKind[]): void {
  for (const table of tables) changedTables.add(table);
  if (!isRefetching) void refreshRepeatedly();
}

export const dropChanges = (): void => changedTables.clear();

async function refreshRepeatedly(): Promise<void> {
  isRefetching = true;
  while (changedTables.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, REFRESH_BATCH_MS));
    const tables = [...changedTables];
    changedTables.clear();
    if (tables.length > 0) await refetchWithLimit(tables);
  }
  isRefetching = false;
}

/** After the time limit, cancels the requests that still run, except those of views without any data. */
async function refetchWithLimit(tables: readonly MarkedKind[]): Promise<void> {
  const { predicate } = filterByTables(tables);
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    void queryClient.cancelQueries({
      predicate: (query) => predicate(query) && query.state.data !== undefined,
    });
    timeout.resolve();
  }, MAX_REFETCH_MS);
  await Promise.race([refetch(tables), timeout.promise]);
  clearTimeout(timer);
}

const filterByTables = (tables: readonly MarkedKind[]) => ({
  predicate: ({ meta }: Query) => meta?.tables.some((table) => tables.includes(table)) ?? false,
});

async function refetch(tables: readonly MarkedKind[]): Promise<void> {
  const filters = filterByTables(tables);
  // A report takes the server a long time, so it is refetched only when it is next opened.
  void queryClient.invalidateQueries({ queryKey: ['report'], refetchType: 'none' });
  // A running request may return rows from before the change.
  const wasFetching = queryClient.isFetching(filters) > 0;
  await queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (wasFetching) await queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (!tables.includes('erasures')) return;
  queryClient.removeQueries({ ...filterByTables(['erasures']), type: 'inactive' });
  resetErased();
}

/** Empties queries that now fail with 404, because they would go on showing the erased row. */
function resetErased(): void {
  void queryClient.resetQueries({
    predicate: ({ state: { data, error } }) => data !== undefined && isNotFound(error),
  });
}

/** For times when this tab may have missed changes. Cancels running requests, which may hang. */
export function refreshAll(): void {
  // Lists that are not on the screen are removed, because they would first show erased contacts when opened again.
  queryClient.removeQueries({ queryKey: ['list'], type: 'inactive' });
  void queryClient.invalidateQueries().then(resetErased);
}
