import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { readBody } from './request-body.ts';

/** Beacons to another origin may only be text; their JSON is read all the same. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

const malformed = () =>
  Object.assign(new Error('The body is not UTF-8.'), {
    statusCode: 400,
    code: 'FST_ERR_CTP_INVALID_JSON_BODY',
  });

/** Reads JSON bodies; `__proto__` and `constructor.prototype` in them are refused. */
export function addJsonBody(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CONTENT_TYPES, (request, _payload, done) => {
    readBody(request, (error, body) => {
      if (error) return done(error);
      if (!isUtf8(body)) return done(malformed());
      return parseJson(request, body.toString('utf8'), done);
    });
  });
}
