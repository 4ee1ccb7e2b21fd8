import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON and nothing else: what a form or a beacon of another page may send is refused. No body is no
 * mistake, for the official client names a type for none. `__proto__` and `constructor.prototype` are refused.
 */
export function addJsonBody(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, String(body), done);
  });
}
