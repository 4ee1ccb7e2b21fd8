import type { FastifyInstance } from 'fastify';
import type { PostbackSecrets } from '../config/postbacks.ts';
import { PROBLEMS, sendProblem } from '../http/problem.ts';
import { readBody } from '../http/request-body.ts';
import type { Store } from '../store/capture-store.ts';
import { finishProof } from './platforms/proof.ts';
import { headOf, type Platforms, pathOf } from './proof-check.ts';
import { toRawNotice } from './raw-notice.ts';

/** Bytes of a notice; the ledger's table holds no more either. */
const LARGEST_NOTICE = 256 * 1024;

export interface PostbackParts {
  readonly platforms: Platforms;
  readonly secrets: PostbackSecrets;
  readonly store: Pick<Store, 'keepNotice'>;
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
    app.post(url, { bodyLimit: LARGEST_NOTICE }, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const proof = finishProof(request.proof, body);
      request.proof = proof;
      if (proof === null) return sendProblem(reply, PROBLEMS.wrongProof);
      const postback = { ...headOf(request), body };
      const outcome = await store.keepNotice(toRawNotice(platform, postback, proof));
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
