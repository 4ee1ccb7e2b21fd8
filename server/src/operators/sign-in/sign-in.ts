import type { SignInSettings } from '@funil/contract/operators/account';
import type { FastifyInstance } from 'fastify';
import { limitParallel } from '../../concurrency/limit-parallel.ts';
import type { ConsoleConfig } from '../../config/config.ts';
import { CONSOLE_PROBLEMS, sendConsoleProblem } from '../../http/console-problem.ts';
import { createPasswords, PASSWORD_TASK_LIMITS, type Passwords } from '../passwords.ts';
import { createKeyring } from './access-token.ts';
import type { AuthDependencies } from './auth-request.ts';
import { type Authenticate, createAuthenticator } from './authenticate.ts';
import { addFactorRoutes, addRecoveryRoutes } from './factor-routes.ts';
import { addTokenGuard } from './guard.ts';
import { addOneTimeLinkRoutes, addPasswordLinkRoute } from './link-routes.ts';
import { addTokenRoute, addUserRoutes } from './session-routes.ts';

interface SignInDependencies extends Omit<AuthDependencies, 'keyring' | 'passwords'> {
  readonly config: ConsoleConfig;
  readonly hasMail: () => boolean;
  readonly passwords?: Passwords | undefined;
}

export function createSignIn({ config, hasMail, passwords, ...shared }: SignInDependencies) {
  const { database, serverKeys, now } = shared;
  const keyring = createKeyring(database, serverKeys, now);
  const authenticate = createAuthenticator(database, keyring, now);
  // Mailed links use CONSOLE_URL, because the sender of a request chooses its Host header.
  const mailsPasswordLinks = () => hasMail() && config.url !== null;
  const limit = limitParallel(PASSWORD_TASK_LIMITS);
  const deps: AuthDependencies = {
    ...shared,
    keyring,
    passwords: passwords ?? createPasswords(),
    judgePassword: (password, email) => limit(() => shared.judgePassword(password, email)),
  };
  return {
    authenticate,
    /**
     * Adds the part of Supabase Auth's protocol that the console and `@supabase/auth-js` use. No
     * route sets a cookie, so that requests by other sites have no credentials.
     */
    addRoutes(app: FastifyInstance) {
      app.get('/settings', (_request, reply) =>
        reply.send({
          disable_signup: true,
          external: { email: true },
          mails_password_links: mailsPasswordLinks(),
        } satisfies SignInSettings),
      );
      addSessionRoutes(app, deps, authenticate);
      app.register(async (links) => {
        links.addHook('onRequest', async (_request, reply) => {
          if (!mailsPasswordLinks()) return sendConsoleProblem(reply, CONSOLE_PROBLEMS.notFound);
        });
        addPasswordLinkRoute(links, deps);
      });
      app.all('/*', (_request, reply) => sendConsoleProblem(reply, CONSOLE_PROBLEMS.notFound));
    },
  };
}

const KEYS_LIFETIME_S = 600;

function addSessionRoutes(
  app: FastifyInstance,
  deps: AuthDependencies,
  authenticate: Authenticate,
) {
  addTokenRoute(app, deps);
  addOneTimeLinkRoutes(app, deps);
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_LIFETIME_S}`);
    return reply.send(await deps.keyring.listPublicKeys());
  });
  app.register(async (signedIn) => {
    addTokenGuard(signedIn, authenticate);
    addUserRoutes(signedIn, deps);
    addFactorRoutes(signedIn, deps);
    addRecoveryRoutes(signedIn, deps);
  });
}
