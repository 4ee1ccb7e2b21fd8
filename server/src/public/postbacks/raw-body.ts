import type { FastifyInstance } from 'fastify';
import { readBody } from '../capture/request-body.ts';

/** Hands on bodies as their bytes, whatever they say they are: signatures are over them. */
export function addRawBody(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => readBody(request, done));
}
