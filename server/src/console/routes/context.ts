import type { ConsoleContext } from '@funil/contract/console/status';
import type { FastifyInstance } from 'fastify';
import { addRoute } from './data-route.ts';
import type { DataParts } from './parts.ts';

/** What the console asks once, at its start. */
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
