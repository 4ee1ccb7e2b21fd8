import {
  RECONCILE_DAYS,
  type ReconciliationsResponse,
} from '@funil/contract/console/reconciliations';
import * as z from 'zod/mini';
import { RECONCILE_PLATFORMS } from '../../config/reconcile.ts';
import { listReconciliations, requestReconciliation } from '../../sales/reconcile/requests.ts';
import { type AddRoute, type DataParts, notFound } from './data-route.ts';

const params = z.strictObject({ platform: z.enum(RECONCILE_PLATFORMS) });
const body = z.strictObject({ days: z.literal([...RECONCILE_DAYS]) });

/** Adds the routes that show and request comparisons with the platforms' APIs. */
export function addReconciliationRoutes(addRoute: AddRoute, parts: DataParts) {
  const { database, now } = parts;
  const list = async (): Promise<ReconciliationsResponse> => ({
    items: await listReconciliations(database, parts.settings.config.reconcile, now()),
  });
  addRoute('GET reconciliations', {}, list);
  addRoute('POST reconciliations/:platform', { params, body }, async (call) => {
    const { platform } = call.params;
    if (parts.settings.config.reconcile[platform] === null) return notFound();
    await requestReconciliation(database, platform, call.body.days);
    await call.audit('sales.compared');
    return list();
  });
}
