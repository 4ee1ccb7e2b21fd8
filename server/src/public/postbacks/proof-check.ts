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
 * reading and signing are work, and until the proof is checked the sender may be anybody.
 */
export function addProofCheck(app: FastifyInstance, { platforms, secrets, failures }: ProofParts) {
  const byPath = new Map(Object.values(platforms).map((platform) => [pathOf(platform), platform]));
  app.decorateRequest('proof', null);
  app.addHook('onRequest', (request, reply, done) => {
    const platform = byPath.get(request.routeOptions.url ?? '');
    const secret = platform && secrets[platform.name];
    if (!platform || !secret || request.method !== 'POST') return done();
    request.proof = platform.prove(headOf(request), secret);
    if (typeof request.proof === 'string') return done();
    const address = addressGroup(request.ip);
    if (!failures.hasRoom(address, announcedBytes(request))) {
      sendProblem(reply, PROBLEMS.tooManyFailedProofs);
    } else if (request.proof === null) {
      failures.add(address, 0);
      sendProblem(reply, PROBLEMS.wrongProof);
    } else done();
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
