import { timingSafeEqual } from 'node:crypto';
import cors from '@fastify/cors';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEMS, sendProblem } from '../http/problem.ts';
import type { RequestCount, RequestCounter } from '../store/capture-store.ts';
import { countInProcess } from './count-requests.ts';

/**
 * Lets pages of these other origins capture, and keeps all others out: by CORS where browsers ask first,
 * and by the requests' own `Origin` where they do not, as from a form or a beacon.
 */
export async function addOriginCheck(app: FastifyInstance, origins: readonly string[]) {
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

/**
 * Counts captures by address, IPv6 by its /64: what one subscriber holds. With a counter of the store
 * all replicas count together; while the store is away nothing is counted, and nothing stored.
 */
export async function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  counter: RequestCounter | null,
) {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    store: counterStore(counter ?? countInProcess()),
    skipOnError: true,
    // Thrown, and translated with every other error.
    errorResponseBuilder: () =>
      Object.assign(new Error(PROBLEMS.tooManyRequests.body.message), { statusCode: 429 }),
  });
}

type Answer = (error: Error | null, result?: RequestCount) => void;

/** A store's counter in the shape that the plugin asks for. */
function counterStore(counter: Pick<RequestCounter, 'count'>): FastifyRateLimitStoreCtor {
  return class {
    incr(address: string, answer: Answer) {
      counter.count(address).then((count) => answer(null, count), answer);
    }
    child() {
      return this;
    }
  };
}

/**
 * Asks for the anonymous public key, as header or, for beacons, in the query. `Authorization`, which
 * the official client sends too, is not looked at. Runs after the rate limit and before the body.
 */
export function addApiKey(app: FastifyInstance, anonKey: string) {
  const expected = Buffer.from(anonKey);
  app.addHook('preParsing', async (request, reply) => {
    const given = readApiKey(request);
    if (given === undefined) return sendProblem(reply, PROBLEMS.missingApiKey);
    const bytes = Buffer.from(given);
    const isExpected = bytes.length === expected.length && timingSafeEqual(bytes, expected);
    if (!isExpected) return sendProblem(reply, PROBLEMS.wrongApiKey);
  });
}

function readApiKey(request: FastifyRequest): string | undefined {
  const given =
    request.headers[API_KEY_HEADER] ?? (request.query as Record<string, unknown>).apikey;
  return typeof given === 'string' && given !== '' ? given : undefined;
}
