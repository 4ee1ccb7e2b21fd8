import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup, limitedAddress } from '../http/address-group.ts';
import { PUBLIC_PROBLEMS, sendProblem } from '../http/problem.ts';
import type { RequestCount, RequestCounter } from '../store/capture-store.ts';

/** Browsers refuse other origins without CORS headers. */
export async function addPreflights(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['POST'],
    allowedHeaders: [
      ...[API_KEY_HEADER, 'authorization', 'content-profile', 'content-type'],
      ...[IDEMPOTENCY_KEY_HEADER, 'prefer', 'x-client-info', SUSPECT_HEADER],
    ],
    maxAge: 86_400,
    strictPreflight: false,
  });
}

/** Forms and beacons need no preflight, so the server checks `Origin` itself. */
export function addOriginCheck(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      if (!/^(?:cross|same)-site$/.test(String(request.headers['sec-fetch-site']))) return done();
    } else if (origins.includes(origin) || isSameOrigin(request, origin)) return done();
    request.raw.resume();
    sendProblem(reply, PUBLIC_PROBLEMS.foreignOrigin);
  });
}

/** A proxy names the host in `x-forwarded-host`. A foreign page cannot set these headers without a preflight. */
function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const addressed = [headers.host, ...String(headers['x-forwarded-host'] ?? '').split(',')];
  return addressed.some((name) => {
    const address = `${protocol}//${name?.trim()}`;
    return host !== '' && URL.canParse(address) && new URL(address).host === host;
  });
}

/** Calls back if a proxy's header names another address than the one that is counted. */
export function addProxyWatch(app: FastifyInstance, onHiddenVisitorAddress: () => void) {
  app.addHook('onRequest', ({ ip, headers }, _reply, done) => {
    const edgeVisitor = headers['cf-connecting-ip'];
    const proxyVisitor =
      String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() ?? '';
    const isBehindEdge =
      typeof edgeVisitor === 'string' && addressGroup(edgeVisitor) !== addressGroup(ip);
    const isBehindProxy =
      limitedAddress(ip) === null &&
      isIP(proxyVisitor) !== 0 &&
      limitedAddress(proxyVisitor) !== null;
    if (isBehindEdge || isBehindProxy) onHiddenVisitorAddress();
    done();
  });
}

/**
 * Counts by address, or by the /64 network of an IPv6 subscriber. While the store is unavailable,
 * no request is refused.
 * @param hook `preHandler` if the answer needs the body
 */
export async function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  counter: Pick<RequestCounter, 'count'>,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
) {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    hook,
    max: perMinute,
    timeWindow: 60_000,
    allowList: ({ ip }) => limitedAddress(ip) === null,
    store: counterStore(counter),
    skipOnError: true,
    errorResponseBuilder: () =>
      Object.assign(new Error(PUBLIC_PROBLEMS.tooManyRequests.body.message), { statusCode: 429 }),
  });
}

const COUNT_WINDOW_MS = 60_000;
/** So many addresses need about 10 MB. */
const MAX_COUNTED_ADDRESSES = 50_000;

/** Reads the monotonic clock, so that setting the machine's clock back lengthens no window. */
export function countInProcess(
  uptime = () => performance.now(),
  maxAddresses = MAX_COUNTED_ADDRESSES,
): Pick<RequestCounter, 'count'> {
  const windows = new Map<string, { readonly startedAt: number; current: number }>();
  return {
    async count(address): Promise<RequestCount> {
      const now = uptime();
      let window = windows.get(address);
      if (window === undefined || now - window.startedAt >= COUNT_WINDOW_MS) {
        window = { startedAt: now, current: 0 };
        windows.delete(address);
        windows.set(address, window);
      }
      window.current += 1;
      const [oldest] = windows.keys();
      if (windows.size > maxAddresses && oldest !== undefined) windows.delete(oldest);
      return { current: window.current, ttl: COUNT_WINDOW_MS - (now - window.startedAt) };
    },
  };
}

type Callback = (error: Error | null, result?: RequestCount) => void;

function counterStore(counter: Pick<RequestCounter, 'count'>): FastifyRateLimitStoreCtor {
  return class {
    incr(address: string, callback: Callback) {
      counter.count(address).then((count) => callback(null, count), callback);
    }
    child() {
      return this;
    }
  };
}

/**
 * Beacons send the key in the query. `Authorization` is ignored, because Supabase's client sends
 * it, too. The check runs after the rate limit and before the body is parsed.
 */
export function addApiKey(app: FastifyInstance, anonKey: string) {
  const expected = Buffer.from(anonKey);
  app.addHook('preParsing', async (request, reply) => {
    const given = readApiKey(request);
    if (given === undefined) return sendProblem(reply, PUBLIC_PROBLEMS.missingApiKey);
    const bytes = Buffer.from(given);
    const isExpected = bytes.length === expected.length && timingSafeEqual(bytes, expected);
    if (!isExpected) return sendProblem(reply, PUBLIC_PROBLEMS.wrongApiKey);
  });
}

function readApiKey(request: FastifyRequest): string | undefined {
  const given =
    request.headers[API_KEY_HEADER] ?? (request.query as Record<string, unknown>).apikey;
  return typeof given === 'string' && given !== '' ? given : undefined;
}
