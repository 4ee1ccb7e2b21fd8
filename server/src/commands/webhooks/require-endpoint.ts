import type { Endpoint } from '@funil/contract/console/deliveries';
import { findEndpoint, type Secrets } from '../../deliveries/webhooks/endpoints.ts';
import type { Database } from '../../store/database.ts';
import { OperatorError } from '../run/operator-error.ts';

/** @throws OperatorError where there is no such endpoint */
export async function requireEndpoint(database: Database, id: string): Promise<Endpoint & Secrets> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint) return endpoint;
  throw noEndpoint(id);
}

export const noEndpoint = (id: string) =>
  new OperatorError(`Nenhum webhook tem o id “${id}”. npm run webhooks -- list mostra os que há.`);
