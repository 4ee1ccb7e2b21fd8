import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.ts';

/** `/healthz`: the process is up. `/readyz`: the database answers too. */
export function addHealthRoutes(app: FastifyInstance, store: Store) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await store.isReady();
    reply.header('cache-control', 'no-store');
    if (!isReady) return reply.code(503).header('retry-after', '5').send('database unavailable\n');
    return reply.send('ready\n');
  });
}
