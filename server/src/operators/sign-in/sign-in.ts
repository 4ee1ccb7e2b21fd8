import type { SignInSettings } from '@funil/contract/console/account';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config/config.ts';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import { limitParallel } from '../limit-parallel.ts';
import { createPasswords, PASSWORD_LIMITS, type Passwords } from '../passwords.ts';
import { createKeyring } from './access-token.ts';
import { addAccountRoutes, addOperatorRoutes, addSummaryRoutes } from './account-routes.ts';
import type { AuthParts } from './auth-request.ts';
import { type Authenticate, createAuthenticator } from './authenticate.ts';
import { addFactorRoutes, addRecoveryRoutes } from './factor-routes.ts';
import { addTokenGuard } from './guard.ts';
import { addInviteRoutes, addPasswordLinkRoute } from './link-routes.ts';
import { addTokenRoute, addUserRoutes } from './session-routes.ts';

interface SignInParts extends Omit<AuthParts, 'keyring' | 'passwords'> {
  readonly config: ConsoleConfig;
  /** Whether e-mails can be sent. */
  readonly hasMail: () => boolean;
  readonly passwords?: Passwords | undefined;
}

/** Returns the sign-in of operators. */
export function createSignIn({ config, hasMail, passwords, ...given }: SignInParts) {
  const { database, serverKeys, now } = given;
  const keyring = createKeyring(database, serverKeys, now);
  const authenticate = createAuthenticator(database, keyring, now);
  // A mailed link uses CONSOLE_URL, because the sender of a request chooses its Host header.
  const mailsPasswordLinks = () => hasMail() && config.url !== null;
  const limit = limitParallel(PASSWORD_LIMITS);
  const parts: AuthParts = {
    ...given,
    keyring,
    passwords: passwords ?? createPasswords(),
    judgePassword: (password, email) => limit(() => given.judgePassword(password, email)),
  };
  return {
    authenticate,
    /**
     * Adds the part of Supabase Auth's protocol that the console and `@supabase/auth-js` use, under `/auth/v1`. It sets no
     * cookies, so that requests of foreign pages have no credentials.
     */
    addRoutes(app: FastifyInstance) {
      app.get('/settings', (_request, reply) =>
        reply.send({
          disable_signup: true,
          external: { email: true },
          mails_password_links: mailsPasswordLinks(),
        } satisfies SignInSettings),
      );
      addSessionRoutes(app, parts, authenticate);
      app.register(async (links) => {
        links.addHook('onRequest', async (_request, reply) => {
          if (!mailsPasswordLinks()) return sendProblem(reply, PROBLEMS.notFound);
        });
        addPasswordLinkRoute(links, parts);
      });
      app.all('/*', (_request, reply) => sendProblem(reply, PROBLEMS.notFound));
    },
    /** Adds the account routes, behind the guard. */
    addAccount(app: FastifyInstance) {
      addAccountRoutes(app, parts);
      addSummaryRoutes(app, parts);
      addOperatorRoutes(app, parts);
    },
  };
}

const KEYS_LIFETIME_S = 600;

function addSessionRoutes(app: FastifyInstance, parts: AuthParts, authenticate: Authenticate) {
  addTokenRoute(app, parts);
  addInviteRoutes(app, parts);
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_LIFETIME_S}`);
    return reply.send(await parts.keyring.publicKeys());
  });
  app.register(async (signedIn) => {
    addTokenGuard(signedIn, authenticate);
    addUserRoutes(signedIn, parts);
    addFactorRoutes(signedIn, parts);
    addRecoveryRoutes(signedIn, parts);
  });
}
