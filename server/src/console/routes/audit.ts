import type { Page } from '@funil/contract/console/page';
import { type AuditItem, auditQuerySchema } from '@funil/contract/console/status';
import type { FastifyInstance } from 'fastify';
import { listAudit } from '../../operators/audit.ts';
import { addRoute, invalid } from './data-route.ts';
import type { DataParts } from './parts.ts';

/** `GET audit`: who looked at or changed what, the newest first. */
export function addAuditRoute(app: FastifyInstance, parts: DataParts) {
  addRoute([app, parts], 'GET audit', { query: auditQuerySchema }, ({ query }) => {
    const last = query.after === undefined ? null : Number(query.after);
    if (last !== null && !Number.isSafeInteger(last)) return invalid('after');
    return listAudit(parts.database, last, query.limit) satisfies Promise<Page<AuditItem>>;
  });
}
