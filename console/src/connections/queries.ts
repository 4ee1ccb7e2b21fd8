import { call, routeQuery } from '../api.ts';
import { queryClient } from '../queries.ts';

export const connectionsQuery = routeQuery(
  'GET connections',
  ['connections'],
  ['sales', 'spend', 'deliveries', 'page'],
);

/** Stores settings by name; null removes one. @throws ApiError that names the refused setting in `field` */
export async function saveSettings(values: Readonly<Record<string, string | null>>): Promise<void> {
  const body = { values };
  const saved = await call('PATCH settings', { body });
  // A running request may return the state from before the change.
  await queryClient.cancelQueries({ queryKey: connectionsQuery.queryKey });
  queryClient.setQueryData(connectionsQuery.queryKey, saved);
}
