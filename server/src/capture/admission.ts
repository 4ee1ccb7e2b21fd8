import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup, limitedAddress } from '../http/address-group.ts';
import { PUBLIC_PROBLEMS, sendProblem } from '../http/problem.ts';
import type { RequestCount, RequestCounter } from '../store/capture-store.ts';

/** Answers these origins' CORS preflights. Without CORS headers, browsers refuse other origins by themselves. */
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

/**
 * Allows only the server's own pages and these origins to send rows. Forms and beacons need no preflight, so `Origin`
 * decides.
 */
export function addOriginCheck(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      // Clients that are no browsers send neither `origin` nor `sec-fetch-site`.
      if (!/^(?:cross|same)-site$/.test(String(request.headers['sec-fetch-site']))) return done();
    } else if (origins.includes(origin) || isSameOrigin(request, origin)) return done();
    request.raw.resume();
    sendProblem(reply, PUBLIC_PROBLEMS.foreignOrigin);
  });
}

/**
 * Whether a request comes from a page of the host that the browser addressed. Behind a proxy, `x-forwarded-host` names
 * that host. A foreign page cannot set these headers without a preflight.
 */
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

/** Calls `onHidden` for each request whose visitor's address, as a proxy's header names it, is not the counted one. */
export function addProxyWatch(app: FastifyInstance, onHidden: () => void) {
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
    if (isBehindEdge || isBehindProxy) onHidden();
    done();
  });
}

/**
 * Limits captures per address; for IPv6, per /64 network, which one subscriber has. A store's counter counts the
 * requests of all replicas; while the store is unavailable, no request is counted or refused.
 * @param hook at which requests are refused: `preHandler` if the answer needs the body
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
    // The plugin throws this error, which the error handler translates.
    errorResponseBuilder: () =>
      Object.assign(new Error(PUBLIC_PROBLEMS.tooManyRequests.body.message), { statusCode: 429 }),
  });
}

const COUNT_WINDOW_MS = 60_000;
/** This many addresses need about 10 MB. */
const MAX_COUNTED_ADDRESSES = 50_000;

/**
 * Returns a counter of requests by address for one process. Unlike the plugin's own, it reads the monotonic clock, so
 * that setting the system clock back does not lengthen a window.
 * @param uptime in ms
 */
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
        // Deleted first, so that the map keeps the order of the windows' starts.
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

/** Adapts a store's counter to the plugin. */
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
 * Requires the anonymous public key, as a header or, for beacons, in the query. Ignores `Authorization`, which
 * Supabase's client sends too. Runs after the rate limit and before the body is parsed.
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
