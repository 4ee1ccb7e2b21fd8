import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostbackSecrets } from '../../config/postbacks.ts';
import { PROBLEMS, sendProblem } from '../capture/problem.ts';
import { hasBody } from '../capture/request-body.ts';
import { addressGroup } from '../limits/address-group.ts';
import type { FailedProofs } from './failed-proofs.ts';
import type { Platform, PostbackHead, Proof } from './platforms/platform.ts';

export type Platforms = Readonly<Record<keyof PostbackSecrets, Platform>>;

export const pathOf = ({ name }: Platform) => `/postbacks/${name}`;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the head of a notice proves; null for every other request. */
    proof: Proof;
  }
}

interface ProofParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly failures: FailedProofs;
}

/**
 * Refuses notices by their head, before a byte of the body is kept. Add it before the hook that reads bodies:
 * reading and signing are work, and until the proof is checked the sender may be anybody. What a refused
 * notice has cost is counted once it is answered.
 */
export function addProofCheck(app: FastifyInstance, { platforms, secrets, failures }: ProofParts) {
  const known = Object.values(platforms).filter(({ name }) => secrets[name] !== null);
  const byPath = new Map(known.map((platform) => [pathOf(platform), platform]));
  const platformOf = ({ method, routeOptions }: FastifyRequest) =>
    method === 'POST' ? byPath.get(routeOptions.url ?? '') : undefined;
  app.decorateRequest('proof', null);
  app.addHook('onRequest', (request, reply, done) => {
    const platform = platformOf(request);
    if (!platform) return done();
    request.proof = platform.prove(headOf(request), secrets[platform.name] ?? '');
    if (typeof request.proof === 'string') return done();
    const bytes = announcedBytes(request);
    if (!failures.hasRoom(addressGroup(request.ip), bytes)) {
      sendProblem(reply, PROBLEMS.tooManyFailedProofs);
    } else if (request.proof === null) sendProblem(reply, PROBLEMS.wrongProof);
    else if (bytes > request.routeOptions.bodyLimit) sendProblem(reply, PROBLEMS.bodyTooLarge);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    if (isRefused && platformOf(request) && typeof request.proof !== 'string') {
      failures.add(addressGroup(request.ip), request.arrival?.length ?? 0);
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
