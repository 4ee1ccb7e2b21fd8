import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostbackSecrets } from '../config/postbacks.ts';
import { addressGroup } from '../http/address-group.ts';
import { PROBLEMS, sendProblem } from '../http/problem.ts';
import { hasBody, readBody } from '../http/request-body.ts';
import type { RawNotice, Store } from '../store/capture-store.ts';
import type { FailedProofs } from './failed-proofs.ts';
import type { Platform } from './platforms/platform.ts';
import { finishProof, type Postback, type PostbackHead, type Proof } from './platforms/proof.ts';

/** The table's limit, too. */
const MAX_NOTICE_BYTES = 256 * 1024;

export interface PostbackParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly store: Pick<Store, 'storeNotice'>;
  /** Called when a notice was stored. */
  readonly onStored: () => void;
}

/**
 * Adds `POST /postbacks/<platform>` for each platform that has a secret. A proved notice is answered 200 once it is
 * durable; it is read afterwards.
 */
export function addPostbackRoutes(app: FastifyInstance, parts: PostbackParts) {
  const { platforms, secrets, store, onStored } = parts;
  for (const platform of Object.values(platforms)) {
    if (secrets[platform.name] === null) continue;
    const url = pathOf(platform);
    app.post(url, { bodyLimit: MAX_NOTICE_BYTES }, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const proof = finishProof(request.proof, body);
      request.proof = proof;
      if (proof === null) return sendProblem(reply, PROBLEMS.wrongProof);
      const postback = { ...headOf(request), body };
      const outcome = await store.storeNotice(toRawNotice(platform, postback, proof));
      if (!outcome.ok) return sendProblem(reply, PROBLEMS.unavailable);
      onStored();
      return reply.code(200).send();
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: (_request, reply) => sendProblem(reply.header('allow', 'POST'), PROBLEMS.postOnly),
    });
  }
  app.all('/postbacks/*', (_request, reply) => sendProblem(reply, PROBLEMS.notFound));
}

/** Passes bodies of any content type on as bytes, because signatures cover the bytes. */
export function addRawBody(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => readBody(request, done));
}

type Platforms = Readonly<Record<keyof PostbackSecrets, Platform>>;

const pathOf = ({ name }: Platform) => `/postbacks/${name}`;

/** Limits a flood to one notice per second and connection. */
const REFUSAL_DELAY_MS = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The proof of a notice; null for other requests. */
    proof: Proof;
    /** The bytes counted for an unproved notice; null if none are. */
    unprovedBytes: number | null;
  }
}

interface ProofParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly failures: FailedProofs;
}

/**
 * Refuses notices by their head, before the body is read. Add it before the hook that reads bodies: reading and
 * hashing are work that an unproved sender must not cause.
 */
export function addProofCheck(app: FastifyInstance, { platforms, secrets, failures }: ProofParts) {
  const known = Object.values(platforms).filter(({ name }) => secrets[name] !== null);
  const byPath = new Map(known.map((platform) => [pathOf(platform), platform]));
  app.decorateRequest('proof', null);
  app.decorateRequest('unprovedBytes', null);
  app.addHook('onRequest', (request, reply, done) => {
    const platform = byPath.get(request.routeOptions.url ?? '');
    if (!platform || request.method !== 'POST') return done();
    request.proof = platform.prove(headOf(request), secrets[platform.name] ?? '');
    if (typeof request.proof === 'string') return done();
    const bytes = request.proof === null ? 0 : announcedBytes(request);
    if (!failures.take(addressGroup(request.ip), bytes)) {
      setTimeout(() => sendProblem(reply, PROBLEMS.tooManyFailedProofs), REFUSAL_DELAY_MS);
      return;
    }
    request.unprovedBytes = bytes;
    if (request.proof === null) sendProblem(reply, PROBLEMS.wrongProof);
    else if (bytes > request.routeOptions.bodyLimit) sendProblem(reply, PROBLEMS.tooLarge);
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { proof, unprovedBytes } = request;
    if (unprovedBytes !== null && typeof proof === 'string') {
      failures.giveBack(addressGroup(request.ip), unprovedBytes);
    }
    done();
  });
}

/** Without a content length, a body may be as long as the route allows. */
function announcedBytes({ raw, routeOptions }: FastifyRequest): number {
  if (!hasBody(raw)) return 0;
  return Number(raw.headers['content-length'] ?? routeOptions.bodyLimit ?? 0);
}

const headOf = ({ headers, query }: FastifyRequest): PostbackHead => ({
  headers: textsOf(headers),
  query: textsOf(query),
});

/** Drops repeated headers and parameters. */
const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'));

/** Returns a proved notice as it is stored: the complete body, and the headers that its adapter needs. */
function toRawNotice(platform: Platform, postback: Postback, proof: string): RawNotice {
  const { headers, body } = postback;
  const stored = (platform.storedHeaders ?? []).map((name) => [name, headers[name]?.slice(0, 200)]);
  const digest = createHash('sha256').update(body);
  const sandbox = platform.sandboxHeader && headers[platform.sandboxHeader];
  if (sandbox) digest.update(`\n${sandbox.trim().toLowerCase()}`);
  return {
    platform: platform.name,
    digest: digest.digest(),
    headers: JSON.stringify(Object.fromEntries(stored)).replaceAll('\\u0000', ''),
    body,
    proof,
  };
}
