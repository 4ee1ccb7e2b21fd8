import type { SignInSettings } from '@funil/contract/console/account';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config/console.ts';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
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
 * cookies: a page of another origin has nothing that the browser would send along for it. Where a Supabase
 * project's own sign-in is used, `GET /settings` says so, and nothing else answers.
 */
export function addAuthRoutes(app: FastifyInstance, parts: AuthParts, config: ConsoleConfig) {
  const settings: SignInSettings = {
    disable_signup: true,
    external: { email: true },
    auth_url: config.authUrl === null ? null : `${config.authUrl}/auth/v1`,
    api_key: config.authUrl === null ? null : config.authKey,
  };
  app.get('/settings', (_request, reply) => reply.send(settings));
  if (config.authUrl === null) addOwnRoutes(app, parts);
  app.all('/*', (_request, reply) => sendProblem(reply, PROBLEMS.notFound));
}

function addOwnRoutes(app: FastifyInstance, parts: AuthParts) {
  addTokenRoutes(app, parts);
  addUserRoutes(app, parts);
  addFactorRoutes(app, parts);
  addRecoveryRoutes(app, parts);
  addInviteRoutes(app, parts);
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_LIFE}`);
    return reply.send(await parts.keyring.publicKeys());
  });
}
