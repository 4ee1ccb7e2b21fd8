import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import {
  API_KEY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  SUSPECT_HEADER,
} from '@funil/contract/capture/protocol';
import { SECOND_MS } from '@funil/contract/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup, publicAddressGroup } from '../http/address-group.ts';
import { PUBLIC_PROBLEMS, sendProblem } from '../http/problem.ts';
import type { RequestCount } from '../store/capture/capture-store.ts';

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

/** Checks `Origin`, because forms and beacons need no preflight. */
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

/** Compares with `host` and a proxy's `x-forwarded-host`, which a foreign page cannot set without a preflight. */
function isSameOrigin({ headers }: FastifyRequest, origin: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const requestedHosts = [headers.host, ...String(headers['x-forwarded-host'] ?? '').split(',')];
  return requestedHosts.some((name) => {
    const address = `${protocol}//${name?.trim()}`;
    return host !== '' && URL.canParse(address) && new URL(address).host === host;
  });
}

/** Calls back if the request's address seems to be a proxy's: the rate limit then counts all visitors as one. */
export function addProxyWatch(app: FastifyInstance, onHiddenVisitorAddress: () => void) {
  app.addHook('onRequest', ({ ip, headers }, _reply, done) => {
    const cloudflareVisitor = headers['cf-connecting-ip'];
    const proxyVisitor =
      String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() ?? '';
    const isBehindCloudflare =
      typeof cloudflareVisitor === 'string' && addressGroup(cloudflareVisitor) !== addressGroup(ip);
    const isBehindProxy =
      publicAddressGroup(ip) === null &&
      isIP(proxyVisitor) !== 0 &&
      publicAddressGroup(proxyVisitor) !== null;
    if (isBehindCloudflare || isBehindProxy) onHiddenVisitorAddress();
    done();
  });
}

/**
 * Limits the requests of an address, or of the /64 network of an IPv6 subscriber.
 * @param hook `preHandler` where the refusal is a page that repeats the fields of the body
 */
export function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  counter: AddressCounter,
  hook: 'onRequest' | 'preHandler' = 'onRequest',
) {
  if (perMinute === 0) return;
  app.addHook(hook, async ({ ip }: FastifyRequest, reply: FastifyReply) => {
    const address = publicAddressGroup(ip);
    const count = address && (await countUnlessDown(counter, address));
    if (!count || count.requestsThisMinute <= perMinute) return;
    reply.header('retry-after', String(Math.ceil(count.remainingMs / SECOND_MS)));
    const { status, body } = PUBLIC_PROBLEMS.tooManyRequests;
    throw Object.assign(new Error(body.message), { statusCode: status });
  });
}

interface AddressCounter {
  count(address: string): RequestCount | Promise<RequestCount>;
}

async function countUnlessDown(counter: AddressCounter, address: string) {
  try {
    return await counter.count(address);
  } catch {
    // Without the store, requests are not counted, and no request is refused.
    return null;
  }
}

/**
 * Checks the public key, which beacons send in the query, before the body is parsed. `Authorization` is not read:
 * Supabase's client sends it in addition to the key's header.
 */
export function addApiKeyCheck(app: FastifyInstance, anonKey: string) {
  const expected = Buffer.from(anonKey);
  app.addHook('preParsing', async (request, reply) => {
    const apiKey = readApiKey(request);
    if (apiKey === undefined) return sendProblem(reply, PUBLIC_PROBLEMS.missingApiKey);
    const bytes = Buffer.from(apiKey);
    const isExpected = bytes.length === expected.length && timingSafeEqual(bytes, expected);
    if (!isExpected) return sendProblem(reply, PUBLIC_PROBLEMS.wrongApiKey);
  });
}

function readApiKey(request: FastifyRequest): string | undefined {
  const apiKey =
    request.headers[API_KEY_HEADER] ?? (request.query as Record<string, unknown>).apikey;
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined;
}
