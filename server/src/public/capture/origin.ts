import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './errors.ts';
import { PROBLEMS } from './problem.ts';

/**
 * Keeps pages of other origins out of the requests that browsers send without asking first, as from a
 * form or a beacon. Whoever sends no `Origin` is no page; `null` is nobody's. Runs after CORS, which
 * answers the question that goes before other requests.
 */
export function addOriginCheck(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || origins.includes(origin) || isOurs(request, origin)) return done();
    request.raw.resume();
    sendProblem(reply, PROBLEMS.foreignOrigin);
  });
}

/**
 * Ours is the host that the browser asked for, as far as it can be known behind proxies. The headers
 * looked at are none that a foreign page could set without asking first.
 */
function isOurs({ headers }: FastifyRequest, origin: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const asked = [headers.host, ...String(headers['x-forwarded-host'] ?? '').split(',')];
  return asked.some((name) => {
    const address = `${protocol}//${name?.trim()}`;
    return host !== '' && URL.canParse(address) && new URL(address).host === host;
  });
}
