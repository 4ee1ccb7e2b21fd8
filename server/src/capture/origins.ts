import cors from '@fastify/cors';
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEMS, sendProblem } from '../http/problem.ts';

/**
 * Lets pages of these other origins capture, and keeps all others out: by CORS where browsers ask first,
 * and by the requests' own `Origin` where they do not, as from a form or a beacon.
 */
export async function addOrigins(app: FastifyInstance, origins: readonly string[]) {
  // First, for it answers the question that goes before other requests.
  await addCors(app, origins);
  refuseOthers(app, origins);
}

/** With none configured, browsers keep other origins out by themselves. */
async function addCors(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['POST'],
    allowedHeaders: [
      API_KEY_HEADER,
      'authorization',
      'content-profile',
      'content-type',
      IDEMPOTENCY_KEY_HEADER,
      'prefer',
      'x-client-info',
      SUSPECT_HEADER,
    ],
    maxAge: 86_400,
    strictPreflight: false,
  });
}

/** Whoever sends no `Origin` is no page; `null` is nobody's. */
function refuseOthers(app: FastifyInstance, origins: readonly string[]) {
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
