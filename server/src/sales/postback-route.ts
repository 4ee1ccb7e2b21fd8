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

/** Bytes of a notice; the ledger's table holds no more either. */
const MAX_NOTICE_BYTES = 256 * 1024;

export interface PostbackParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly store: Pick<Store, 'storeNotice'>;
  /** Hears that a notice was kept, and is to be read. */
  readonly onKept: () => void;
}

/**
 * `POST /postbacks/<platform>` for each platform that has a secret. Whoever proves to be the platform is
 * answered 200 once the notice is durable, whether it can be read or not: that is seen to afterwards.
 */
export function addPostbackRoutes(app: FastifyInstance, parts: PostbackParts) {
  const { platforms, secrets, store, onKept } = parts;
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
      onKept();
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

/** Hands on bodies as their bytes, whatever they say they are: signatures are over them. */
export function addRawBody(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => readBody(request, done));
}

export type Platforms = Readonly<Record<keyof PostbackSecrets, Platform>>;

export const pathOf = ({ name }: Platform) => `/postbacks/${name}`;

/** How long a refusal waits, in ms: a flood then sends as many notices a second as it has connections. */
const REFUSAL_PAUSE_MS = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** What proves a notice, as far as it is known; null for every other request. */
    proof: Proof;
    /** Bytes that an unproved notice counts for; null: it counts for none. */
    unprovedBytes: number | null;
  }
}

interface ProofParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly failures: FailedProofs;
}

/**
 * Refuses notices by their head, before a byte of the body is kept. Add it before the hook that reads bodies:
 * reading and signing are work, and until the proof is checked the sender may be anybody.
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
      setTimeout(() => sendProblem(reply, PROBLEMS.tooManyFailedProofs), REFUSAL_PAUSE_MS);
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

/** Without an announced length a body may be as long as the route takes. */
function announcedBytes({ raw, routeOptions }: FastifyRequest): number {
  if (!hasBody(raw)) return 0;
  return Number(raw.headers['content-length'] ?? routeOptions.bodyLimit ?? 0);
}

export const headOf = ({ headers, query }: FastifyRequest): PostbackHead => ({
  headers: textsOf(headers),
  query: textsOf(query),
});

/** Values that stand once; of repeated ones it is unknown which is meant. */
const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'));

/** A proved notice as the ledger keeps it: the body whole, of the headers what reading needs. */
export function toRawNotice(platform: Platform, postback: Postback, proof: string): RawNotice {
  const { headers, body } = postback;
  const kept = (platform.keptHeaders ?? []).map((name) => [name, headers[name]?.slice(0, 200)]);
  const digest = createHash('sha256').update(body);
  const sandbox = platform.sandboxHeader && headers[platform.sandboxHeader];
  if (sandbox) digest.update(`\n${sandbox.trim().toLowerCase()}`);
  return {
    platform: platform.name,
    digest: digest.digest(),
    headers: JSON.stringify(Object.fromEntries(kept)).replaceAll('\\u0000', ''),
    body,
    proof,
  };
}
