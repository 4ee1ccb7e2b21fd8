import { createHash } from 'node:crypto';
import type { Role } from '@funil/contract/operators/roles';
import { AuthClient } from '@supabase/supabase-js';
import { configOf } from '../../../testkit/config-of.ts';
import { makeDatabase, makeFolder, writeSite } from '../../../testkit/start-app.ts';
import { totpCode } from '../../../testkit/totp.ts';
import { buildConsole, type ConsoleDependencies } from '../../src/console/app.ts';
import { createLongTasks } from '../../src/console/long-tasks.ts';
import { startDispatcher } from '../../src/deliveries/dispatcher.ts';
import { createOperatorMailDestinationReader } from '../../src/deliveries/mail/operator-mail.ts';
import { createErrorReporter } from '../../src/log/error-reporter.ts';
import { createLogger } from '../../src/log/logger.ts';
import { createAccountOrSetPassword } from '../../src/operators/accounts.ts';
import { makeOperatorLink } from '../../src/operators/links.ts';
import { createPasswords, judgePassword } from '../../src/operators/passwords.ts';
import { createPageEngine } from '../../src/page/engine.ts';
import { createServerKeys, loadServerKeys } from '../../src/settings/secrets-key.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { keepConsuming } from '../deliveries/consume-changes.ts';

export const OPERATOR = { email: 'ana@escola.test', password: 'girassol no telhado' };

interface NewOperator {
  email: string;
  password: string;
  role?: Role;
}

interface Options {
  /** Settings; a named database must exist. */
  env?: Record<string, string>;
  files?: Record<string, string>;
  /** Default: passwords with a fast hash. */
  passwords?: ConsoleDependencies['passwords'];
}

/** The page's engine, which all consoles share, because every engine starts a process. */
export const pageEngine = createPageEngine();

export async function startConsole({
  env = {},
  files = {},
  passwords = FAST_PASSWORDS,
}: Options = {}) {
  const folder = makeFolder();
  writeSite(`${folder.path}/console`, files);
  if (!env.DATABASE_URL && !env.DATA_DIR) makeDatabase(`${folder.path}/data`);
  const settings = {
    DATA_DIR: `${folder.path}/data`,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_DIR: `${folder.path}/console`,
    ...env,
  };
  const config = configOf(settings);
  const database = await openDatabase(config.store, 'write');
  // A folder that cannot be written has no key.
  const serverKeys = loadServerKeys(config) ?? createServerKeys(Buffer.alloc(32, 'key'));
  const log: string[] = [];
  let verified = 0;
  let aheadMs = 0;
  let stoppedAt: number | null = null;
  const now = () => (stoppedAt ?? Date.now()) + aheadMs;
  const routes: { method: string; url: string }[] = [];
  const logger = createLogger({ write: (line) => log.push(line) });
  const app = await buildConsole({
    config,
    env: settings,
    database,
    serverKeys,
    logger,
    // A thread would load the dictionaries again for each password.
    longTasks: { ...createLongTasks(config), judgePassword, pageEngine },
    now,
    addHooks(watched) {
      watched.addHook('onRoute', ({ method, url }) => {
        routes.push(...[method].flat().map((name) => ({ method: name, url })));
      });
    },
    passwords: {
      hash: passwords.hash,
      verify(password, stored) {
        verified += 1;
        return passwords.verify(password, stored);
      },
    },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const consumer = keepConsuming(() => openDatabase(config.store, 'write'));
  const { mail, console } = config;
  const readContext = () => ({ product: null, consoleUrl: console.url, now: now() });
  const mails = startDispatcher({
    database,
    now,
    leaseMs: 60_000,
    reportError: createErrorReporter(logger),
    onResult: () => {},
  });
  mails.serve(createOperatorMailDestinationReader({ mail, readContext })(database));
  const client = () =>
    new AuthClient({
      url: `${address}/auth/v1`,
      autoRefreshToken: false,
      persistSession: false,
      experimental: { recoveryCodes: true },
    });
  return {
    routes,
    address,
    server: app.server,
    /** For commands on the same database. */
    env: settings,
    database,
    serverKeys,
    log,
    countVerified: () => verified,
    advanceClock(ms: number) {
      aheadMs += ms;
    },
    /** Keeps a code of an authenticator app in its time step until the clock is advanced, on a slow machine too. */
    stopClock() {
      stoppedAt = Date.now();
    },
    now,
    client,
    /** Returns a client that has signed in with a password only. */
    async signedIn(operator = OPERATOR) {
      const signedInClient = client();
      await signedInClient.signInWithPassword(operator);
      return signedInClient;
    },
    async addOperator({ email, password, role = 'owner' }: NewOperator = OPERATOR) {
      const passwordHash = await passwords.hash(password);
      return createAccountOrSetPassword(
        database,
        { email, passwordHash, role, client: null },
        now(),
      );
    },
    makeOperatorLink: (email: string | null) =>
      makeOperatorLink(database, { email, role: 'owner' }, now()),
    async [Symbol.asyncDispose]() {
      await consumer.stop();
      await mails.stop();
      await app.close();
      await database.destroy();
      folder[Symbol.dispose]();
    },
  };
}

export async function startWithOwner(options: Options = {}) {
  const started = await startConsole(options);
  await started.addOperator();
  return started;
}

/** The real passwords with a fast hash in place of argon2id, which takes 20 ms and more. */
const FAST_PASSWORDS = createPasswords(async (_algorithm, { message, nonce }) =>
  createHash('sha256').update(String(nonce)).update(String(message)).digest(),
);

/** Sends a request with JSON, and with a token if given. */
export function ask(
  url: string,
  { method = 'GET', token, body, headers = {} }: AskOptions = {},
): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Posts to the routes of one-time links. */
export const postInvite = (address: string, body: Record<string, unknown>, path = '') =>
  ask(`${address}/auth/v1/invite${path}`, { method: 'POST', body });

interface AskOptions {
  method?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Console = Awaited<ReturnType<typeof startConsole>>;

/** Signs in with a password only. */
export async function signIn(started: Console, operator = OPERATOR) {
  const { data } = await started.client().signInWithPassword(operator);
  return { refresh: data.session?.refresh_token ?? '', token: data.session?.access_token ?? '' };
}

export async function refresh(started: Console, refreshToken: string) {
  const answer = await ask(`${started.address}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    body: { refresh_token: refreshToken },
  });
  const { access_token: token, refresh_token: next, error_code: errorCode } = await answer.json();
  return { status: answer.status, token, next, errorCode };
}

/** Adds an authenticator app, whose first code is still to be verified. */
export async function addApp({ mfa }: InstanceType<typeof AuthClient>, friendlyName: string) {
  const { data } = await mfa.enroll({ factorType: 'totp', friendlyName });
  if (!data) throw new Error('No factor was enrolled.');
  return { factorId: data.id, secret: data.totp.secret };
}

export async function enroll(started: Console) {
  const client = await started.signedIn();
  const { factorId, secret } = await addApp(client, 'celular');
  const code = totpCode(secret, started.now());
  await client.mfa.challengeAndVerify({ factorId, code });
  const { data } = await client.getSession();
  if (!data.session) throw new Error('Nobody is signed in.');
  return { client, factorId, secret, token: data.session.access_token };
}
