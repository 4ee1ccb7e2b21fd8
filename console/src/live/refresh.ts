import type { LiveTable } from '@funil/contract/console/status';
import { ApiError } from '../api.ts';
import { refreshLists } from '../contacts/list-query.ts';
import { queryClient } from '../queries.ts';
import { makeQueryRefresher } from './refresh-queries.ts';

/** By table: the queries that speak of it, by the beginning of their keys. */
const QUERIES: Record<LiveTable, readonly string[]> = {
  leads: ['today', 'subject'],
  applications: ['today', 'subject'],
  subjects: ['today', 'subject'],
  sales: ['today', 'subject', 'sales', 'sale', 'notices'],
  deliveries: ['today', 'endpoints', 'deliveries', 'delivery'],
  templates: ['templates'],
  requests: ['requests'],
  erasures: ['today', 'subject', 'sales', 'sale', 'people', 'person'],
};
const LISTS: readonly LiveTable[] = ['leads', 'applications', 'subjects', 'sales', 'erasures'];

/** Rows that come one after another are asked for together. */
const GATHER = 250;

const refreshQueries = makeQueryRefresher(queryClient);

const waiting = new Set<LiveTable>();
let isGathering = false;

/** Asks anew for what is on the screen of these tables; what is not, when it is next looked at. */
export function refreshTables(tables: readonly LiveTable[]): void {
  for (const table of tables) waiting.add(table);
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    const names = new Set([...waiting].flatMap((table) => QUERIES[table] ?? []));
    const hasLists = LISTS.some((table) => waiting.has(table));
    const areErased = waiting.has('erasures');
    waiting.clear();
    const asked = [...names].map(refreshQueries);
    if (areErased) {
      for (const name of QUERIES.erasures) {
        queryClient.removeQueries({ queryKey: [name], type: 'inactive' });
      }
      void Promise.all(asked).then(dropGone);
    }
    if (hasLists) refreshLists(areErased ? 'all' : 'newest');
    // Reading a month takes the server a while: the report is read again when it is next opened.
    void queryClient.invalidateQueries({ queryKey: ['report'], refetchType: 'none' });
  }, GATHER);
}

/** Takes whoever is no longer there from the screen: an answer that failed leaves the one before in its place. */
function dropGone(): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const isGone = state.error instanceof ApiError && state.error.status === 404;
    if (isGone && state.data !== undefined)
      void queryClient.resetQueries({ queryKey, exact: true });
  }
}

/** After a gap, nobody knows what was missed; what ran before it may hang, and is broken off. */
export function refreshAll(): void {
  void queryClient
    .invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'list' })
    .then(dropGone);
  refreshLists('all');
}
