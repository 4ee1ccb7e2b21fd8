import type { Page } from '@funil/contract/console/page';
import {
  type AuditItem,
  auditQuerySchema,
  type ConsoleContext,
  type StatusAnswer,
} from '@funil/contract/console/status';
import type { FastifyInstance } from 'fastify';
import { countUnlisted } from '../../leads/contacts/update-contacts.ts';
import { listAudit } from '../../operators/audit.ts';
import { addRoute, type DataParts, invalid } from './data-route.ts';

/** How long the doctor's findings are reused. */
const FINDINGS_CACHE_MS = 15_000;

/** `GET status`: the doctor's findings. */
export function addStatusRoute(app: FastifyInstance, parts: DataParts) {
  const { database, now, work } = parts;
  let examined: {
    readonly at: number;
    readonly uptime: number;
    readonly findings: ReturnType<typeof work.examine>;
  } | null = null;
  addRoute([app, parts], 'GET status', {}, async (): Promise<StatusAnswer> => {
    if (examined === null || performance.now() - examined.uptime > FINDINGS_CACHE_MS) {
      const findings = work.examine();
      examined = { at: now(), uptime: performance.now(), findings };
      findings.catch(() => {
        examined = null;
      });
    }
    const { at, findings } = examined;
    return {
      checked_at: new Date(at).toISOString(),
      findings: (await findings).map(({ subject, level, what, remedy }) => ({
        ...{ subject, level, what, remedy },
      })),
      unlisted: await countUnlisted(database),
    };
  });
}

/** `GET context`: read once, when the console starts. */
export function addContextRoute(app: FastifyInstance, parts: DataParts) {
  addRoute([app, parts], 'GET context', {}, ({ operator }): ConsoleContext => {
    const site = parts.site();
    return {
      product: site?.product ?? '',
      reply_hours: site?.replyHours ?? null,
      operator: { id: operator.id, email: operator.email, role: operator.role },
      build: parts.build,
    };
  });
}

/** `GET audit`: accesses and changes, the newest first. */
export function addAuditRoute(app: FastifyInstance, parts: DataParts) {
  addRoute([app, parts], 'GET audit', { query: auditQuerySchema }, ({ query }) => {
    const last = query.after === undefined ? null : Number(query.after);
    if (last !== null && !Number.isSafeInteger(last)) return invalid('after');
    return listAudit(parts.database, last, query.limit) satisfies Promise<Page<AuditItem>>;
  });
}
