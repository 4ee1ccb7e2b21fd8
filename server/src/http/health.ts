import type { FastifyInstance } from 'fastify';
import type { LiveSite } from '../site/live-site.ts';
import { describePublishFailure } from '../site/publish-failure.ts';
import type { Store } from '../store/capture-store.ts';

/**
 * `/healthz`: the process is up. `/readyz`: the database answers too; a second line tells of a
 * publication that failed, which leaves the server as ready as before.
 */
export function addHealthRoutes(app: FastifyInstance, store: Store, site: LiveSite) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await store.isReady();
    reply.header('cache-control', 'no-store');
    if (!isReady) return reply.code(503).header('retry-after', '5').send('database unavailable\n');
    const { failure } = site.current;
    return reply.send(failure ? `ready\n${describePublishFailure(failure)}\n` : 'ready\n');
  });
}
