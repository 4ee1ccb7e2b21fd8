import type { FastifyInstance } from 'fastify';
import { hasBody } from './request-body.ts';

/**
 * Bodies that nobody asked for are not read: whoever sends one is answered, and the connection ends. Fastify of
 * its own keeps even those of pages that there are not, piece by piece, and none of it is counted.
 */
export function leaveBodiesUnread(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.arrival && hasBody(request.raw)) reply.header('connection', 'close');
    done();
  });
}
