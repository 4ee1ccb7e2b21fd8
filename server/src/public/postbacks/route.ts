import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostbackSecrets } from '../../config/postbacks.ts';
import type { Store } from '../../store/capture-store.ts';
import { PROBLEMS, sendProblem } from '../capture/problem.ts';
import { readBody } from '../capture/request-body.ts';
import { toRawNotice } from './ledger.ts';
import type { Platform, Postback } from './platforms/platform.ts';

/** Bytes of a notice; the ledger's table holds no more either. */
const LARGEST_NOTICE = 256 * 1024;

export interface PostbackParts {
  readonly platforms: Readonly<Record<keyof PostbackSecrets, Platform>>;
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
    const secret = secrets[platform.name];
    if (secret === null) continue;
    const url = `/postbacks/${platform.name}`;
    app.post(url, { bodyLimit: LARGEST_NOTICE }, async (request, reply) => {
      const postback = readPostback(request);
      const proof = platform.prove(postback, secret);
      if (proof === null) return sendProblem(reply, PROBLEMS.wrongProof);
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

function readPostback({ headers, query, body }: FastifyRequest): Postback {
  return {
    headers: textsOf(headers),
    query: textsOf(query),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
  };
}

/** What is said once; of what is said twice, nobody knows which is meant. */
const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'));
