import type { LiveTable } from '@funil/contract/console/status';
import { queryClient } from '../queries.ts';
import { refreshLists } from '../subjects/list-query.ts';
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
};
const LISTS: readonly LiveTable[] = ['leads', 'applications', 'subjects', 'sales'];

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
    waiting.clear();
    for (const name of names) void refreshQueries(name);
    if (hasLists) refreshLists();
    // Reading a month takes the server a while: the report is read again when it is next opened.
    void queryClient.invalidateQueries({ queryKey: ['report'], refetchType: 'none' });
  }, GATHER);
}

/** After a gap, nobody knows what was missed; what ran before it may hang, and is broken off. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'list' });
  refreshLists('all');
}
