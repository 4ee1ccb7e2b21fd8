import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config/console.ts';
import type { Database } from '../../store/database.ts';
import { createPasswords, createTurns, type judgePassword, type Passwords } from '../passwords.ts';
import { addAccountRoutes } from './account-routes.ts';
import { type Authenticate, ownTokens } from './authenticate.ts';
import { foreignTokens } from './foreign-tokens.ts';
import { createKeyring } from './keyring.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { addAuthRoutes } from './routes.ts';

interface SignInParts {
  readonly config: ConsoleConfig;
  readonly database: Database;
  readonly judgePassword: typeof judgePassword;
  readonly passwords?: Passwords | undefined;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** How operators sign in: our own way, or a Supabase project's. */
export interface SignIn {
  readonly authenticate: Authenticate;
  /** For under `/auth/v1`. */
  addRoutes(app: FastifyInstance): void;
  /** For behind the guard. */
  addAccount(app: FastifyInstance): void;
}

export function createSignIn({
  config,
  database,
  judgePassword: judge,
  passwords,
  now,
}: SignInParts): SignIn {
  const keyring = createKeyring(database, now);
  const { authUrl: url, authKey: key, operators } = config;
  const authenticate =
    url === null ? ownTokens(database, keyring, now) : foreignTokens({ url, key, operators }, now);
  const turn = createTurns();
  const parts = {
    database,
    keyring,
    passwords: passwords ?? createPasswords(),
    judgePassword: (password: string, email: string) => turn(() => judge(password, email)),
    authenticate,
    now,
  };
  return {
    authenticate,
    addRoutes: (app) => addAuthRoutes(app, parts, config),
    addAccount(app) {
      // A project's operators have their account there.
      if (url !== null) return;
      addAccountRoutes(app, parts);
      addOperatorRoutes(app, parts);
    },
  };
}
