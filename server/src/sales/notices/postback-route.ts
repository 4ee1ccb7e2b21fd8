import { createHash } from 'node:crypto';
import { gunzip } from 'node:zlib';
import { PLATFORMS } from '@funil/contract/sales/platforms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostbackSecrets } from '../../config/postbacks.ts';
import { addressGroup, publicAddressGroup } from '../../http/address-group.ts';
import { PUBLIC_PROBLEMS, sendProblem } from '../../http/problem.ts';
import { hasBody, readBody, tooLarge } from '../../http/request-body.ts';
import type { CaptureStore, RawNotice } from '../../store/capture/capture-store.ts';
import { ADAPTERS } from '../platforms/adapters.ts';
import {
  authenticateByAny,
  finishAuthentication,
  type NoticeAuthentication,
  type NoticeHead,
  type PlatformAdapter,
} from '../platforms/authentication.ts';
import { FailedAuthentications } from './failed-authentications.ts';

/** The table `notices` has the same limit. */
const MAX_NOTICE_BYTES = 256 * 1024;

interface PostbackDependencies {
  readonly store: Pick<CaptureStore, 'storeNotice'>;
  readonly onNoticeStored: () => void;
}

/** An authenticated notice is answered 200 once it is durable, before it is read. */
export function addPostbackRoutes(
  app: FastifyInstance,
  { store, onNoticeStored }: PostbackDependencies,
) {
  for (const [url, adapter] of ADAPTER_BY_PATH) {
    app.post(url, { bodyLimit: MAX_NOTICE_BYTES }, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const authentication = finishAuthentication(request.authentication, body);
      request.authentication = authentication;
      if (authentication === null) return sendProblem(reply, PUBLIC_PROBLEMS.notAuthenticated);
      const notice = toRawNotice(adapter, request, { body, proof: authentication });
      const outcome = await store.storeNotice(notice);
      if (!outcome.ok) return sendProblem(reply, PUBLIC_PROBLEMS.unavailable);
      onNoticeStored();
      return reply.code(200).send();
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: (_request, reply) =>
        sendProblem(reply.header('allow', 'POST'), PUBLIC_PROBLEMS.postOnly),
    });
  }
  app.all('/postbacks/*', (_request, reply) => sendProblem(reply, PUBLIC_PROBLEMS.notFound));
}

/** Gives routes the bodies of all content types as bytes, which signatures and adapters need. */
export function addRawBody(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify would refuse a malformed type.
    delete request.headers['content-type'];
    done();
  });
  app.addContentTypeParser('*', (request, _payload, done) =>
    readBody(request, (error, body) => {
      const isPacked = /^(?:x-)?gzip$/i.test(request.headers['content-encoding'] ?? '');
      if (error || !isPacked) return done(error, body);
      const limits = { maxOutputLength: MAX_NOTICE_BYTES };
      gunzip(body, limits, (failure: NodeJS.ErrnoException | null, unpacked) => {
        if (failure?.code === 'ERR_BUFFER_TOO_LARGE') return done(tooLarge());
        // A body that is not gzip is kept as received.
        done(null, failure ? body : unpacked);
      });
    }),
  );
}

/** Has two paths for each platform, because a seller may paste the path with a slash at the end. */
export const ADAPTER_BY_PATH: ReadonlyMap<string, PlatformAdapter> = new Map(
  Object.values(ADAPTERS).flatMap((adapter) => {
    const path = `/postbacks/${adapter.name}`;
    return [path, `${path}/`].map((url) => [url, adapter] as const);
  }),
);

/** The answer 429 waits this long, so that a flood brings at most one notice per second and connection. */
const REFUSAL_DELAY_MS = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for notices that failed, and for other requests. */
    authentication: NoticeAuthentication;
    /** The bytes counted for this address in {@link FailedAuthentications}; null: none. */
    unauthenticatedBytes: number | null;
  }
}

interface AuthenticationOptions {
  /** Called for each notice, because an owner may change secrets in the console. */
  readonly secrets: () => PostbackSecrets;
  /** Returns the names of stored secrets that cannot be opened; null: settings are not read yet. */
  readonly unusableSettings: () => readonly string[] | null;
}

/**
 * Refuses notices by headers and query; a platform without a secret answers 404. Add this before the hook that reads
 * bodies, so that the server neither reads nor hashes bodies of unauthenticated senders.
 */
export function addAuthentication(
  app: FastifyInstance,
  { secrets, unusableSettings }: AuthenticationOptions,
) {
  const failures = new FailedAuthentications();
  app.decorateRequest('authentication', null);
  app.decorateRequest('unauthenticatedBytes', null);
  app.addHook('onRequest', (request, reply, done) => {
    const adapter = ADAPTER_BY_PATH.get(request.routeOptions.url ?? '');
    if (!adapter) return done();
    const platformSecrets = secrets()[adapter.name];
    if (platformSecrets.length === 0) {
      // The platform sends a notice again after 503.
      const unusableNames = unusableSettings();
      const { secretVariable } = PLATFORMS[adapter.name];
      const isSecretUnknown = unusableNames?.includes(secretVariable) ?? true;
      sendProblem(reply, isSecretUnknown ? PUBLIC_PROBLEMS.unavailable : PUBLIC_PROBLEMS.notFound);
      return;
    }
    if (request.method !== 'POST') return done();
    const head = headOf(request);
    request.authentication = authenticateByAny(platformSecrets, (secret) =>
      adapter.authenticate(head, secret),
    );
    if (typeof request.authentication === 'string') return done();
    const bytes = request.authentication === null ? 0 : announcedBytes(request);
    const address = publicAddressGroup(request.ip);
    if (address !== null && !failures.admit(address, bytes)) {
      setTimeout(() => sendProblem(reply, PUBLIC_PROBLEMS.tooManyFailures), REFUSAL_DELAY_MS);
      return;
    }
    request.unauthenticatedBytes = address === null ? null : bytes;
    if (request.authentication === null) sendProblem(reply, PUBLIC_PROBLEMS.notAuthenticated);
    else if (bytes > request.routeOptions.bodyLimit) sendProblem(reply, PUBLIC_PROBLEMS.tooLarge);
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { authentication, unauthenticatedBytes } = request;
    if (unauthenticatedBytes !== null && typeof authentication === 'string') {
      failures.forgive(addressGroup(request.ip), unauthenticatedBytes);
    }
    done();
  });
}

function announcedBytes({ raw, routeOptions }: FastifyRequest): number {
  if (!hasBody(raw)) return 0;
  return Number(raw.headers['content-length'] ?? routeOptions.bodyLimit ?? 0);
}

const headOf = ({ headers, query }: FastifyRequest): NoticeHead => ({
  headers: singleTextsOf(headers),
  query: singleTextsOf(query),
});

/** Returns the headers or parameters that were sent once; the value of a repeated one is a list. */
const singleTextsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'));

function toRawNotice(
  adapter: PlatformAdapter,
  request: FastifyRequest,
  { body, proof }: Pick<RawNotice, 'body' | 'proof'>,
): RawNotice {
  const { headers } = headOf(request);
  const storedHeaders = (adapter.storedHeaders ?? []).map((name) => [
    name,
    headers[name]?.slice(0, 200),
  ]);
  const digest = createHash('sha256').update(body);
  const sandbox = adapter.sandboxHeader && headers[adapter.sandboxHeader];
  if (sandbox) digest.update(`\n${sandbox.trim().toLowerCase()}`);
  return {
    platform: adapter.name,
    digest: digest.digest(),
    headers: JSON.stringify(Object.fromEntries(storedHeaders)).replaceAll('\\u0000', ''),
    body,
    proof,
  };
}
