import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** How often, in ms, connections that have become idle are closed while stopping. */
const INTERVAL = 20;
/** How long, in ms, a connection that has sent nothing yet may still begin: browsers open some ahead. */
const PATIENCE = 2_000;

/** While stopping, closes each connection once its answer is out; Node only closes those idle at the start. */
export function addDrain(app: FastifyInstance, connections: Connections) {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), INTERVAL);
    const unused = setTimeout(() => connections.closeUnused(), PATIENCE);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(unused);
    });
  });
}
