import type { SignInSettings } from '@funil/contract/console/account';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config/config.ts';
import { PROBLEMS, sendProblem } from '../../http/console-problem.ts';
import type { ServerKeys } from '../../settings/secrets-key.ts';
import type { Database } from '../../store/database.ts';
import { limitParallel } from '../limit-parallel.ts';
import {
  createPasswords,
  type judgePassword,
  PASSWORD_LIMITS,
  type Passwords,
} from '../passwords.ts';
import { createKeyring } from './access-token.ts';
import { addAccountRoutes, addInviteRoutes, addOperatorRoutes } from './account-routes.ts';
import type { AuthParts } from './auth-request.ts';
import { type Authenticate, createAuthenticator } from './authenticate.ts';
import { addFactorRoutes, addRecoveryRoutes } from './factor-routes.ts';
import { addTokenGuard } from './guard.ts';
import { addPasswordLinkRoute } from './password-link-route.ts';
import { addTokenRoute, addUserRoutes } from './session-routes.ts';

interface SignInParts {
  readonly config: ConsoleConfig;
  /** Whether e-mails can be sent. */
  readonly hasMail: () => boolean;
  readonly database: Database;
  readonly serverKeys: ServerKeys;
  readonly judgePassword: typeof judgePassword;
  readonly passwords?: Passwords | undefined;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** The sign-in of operators. */
export interface SignIn {
  readonly authenticate: Authenticate;
  /**
   * Adds the part of Supabase Auth's protocol that the console and `@supabase/auth-js` use, under `/auth/v1`. It sets no
   * cookies, so that requests of foreign pages have no credentials.
   */
  addRoutes(app: FastifyInstance): void;
  /** Adds the account routes, behind the guard. */
  addAccount(app: FastifyInstance): void;
}

export function createSignIn({
  config,
  hasMail,
  database,
  serverKeys,
  judgePassword: judge,
  passwords,
  now,
}: SignInParts): SignIn {
  const keyring = createKeyring(database, serverKeys, now);
  const authenticate = createAuthenticator(database, keyring, now);
  // Only CONSOLE_URL is trusted in a mailed link: a request's Host header is the sender's choice.
  const mailsPasswordLinks = () => hasMail() && config.url !== null;
  const limit = limitParallel(PASSWORD_LIMITS);
  const parts = {
    database,
    keyring,
    serverKeys,
    passwords: passwords ?? createPasswords(),
    judgePassword: (password: string, email: string) => limit(() => judge(password, email)),
    now,
  };
  return {
    authenticate,
    addRoutes(app) {
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
    addAccount(app) {
      addAccountRoutes(app, parts);
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
