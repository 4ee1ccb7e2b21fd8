import type { FastifyInstance } from 'fastify';
import { PROBLEMS, sendProblem } from '../problem.ts';
import { addFactorRoutes } from './factor-routes.ts';
import { addInviteRoutes } from './invite-routes.ts';
import type { AuthParts } from './parts.ts';
import { addRecoveryRoutes } from './recovery-routes.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addUserRoutes } from './user-routes.ts';

/** How long, in s, others may keep our public keys. */
const KEYS_LIFE = 600;

/**
 * The protocol of Supabase Auth, as far as the console and `@supabase/auth-js` use it, under `/auth/v1`. No
 * cookies: a page of another origin has nothing that the browser would send along for it.
 */
export function addAuthRoutes(app: FastifyInstance, parts: AuthParts) {
  addTokenRoutes(app, parts);
  addUserRoutes(app, parts);
  addFactorRoutes(app, parts);
  addRecoveryRoutes(app, parts);
  addInviteRoutes(app, parts);
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_LIFE}`);
    return reply.send(await parts.keyring.publicKeys());
  });
  app.all('/*', (_request, reply) => sendProblem(reply, PROBLEMS.notFound));
}
