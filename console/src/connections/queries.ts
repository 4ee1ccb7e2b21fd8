import { call, routeQuery } from '../api.ts';
import { replaceData } from '../queries.ts';

export const connectionsQuery = routeQuery(
  'GET connections',
  ['connections'],
  ['sales', 'spend', 'deliveries', 'page'],
);

/** Stores settings by name; null removes one. @throws ApiError that names the refused setting in `field` */
export async function saveSettings(values: Readonly<Record<string, string | null>>): Promise<void> {
  const body = { values };
  await replaceData(connectionsQuery, await call('PATCH settings', { body }));
}
