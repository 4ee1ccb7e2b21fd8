import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { createGuard } from '../deliveries/webhooks/guard.ts';
import { createBoundedApp, type TIMEOUTS } from '../http/bounded-app.ts';
import { logTrouble } from '../log/trouble-log.ts';
import type { Passwords } from '../operators/password.ts';
import { authenticateRequest } from '../operators/sign-in/authenticate.ts';
import { createSignIn } from '../operators/sign-in/sign-in.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import type { Database } from '../store/database.ts';
import { watchCommits } from '../store/open-database.ts';
import { readBuild } from './build.ts';
import { compressAnswers } from './compress-answers.ts';
import { addFiles } from './files.ts';
import { addGuard, decorateOperator } from './guard.ts';
import { addJsonBody } from './json-body.ts';
import { keepTidy } from './keep-tidy.ts';
import { startLive } from './live.ts';
import type { LongWork } from './long-work.ts';
import { addErrorHandler, PROBLEMS, sendProblem } from './problem.ts';
import { addDataRoutes } from './routes/routes.ts';
import { addSecurity } from './security.ts';
import { rememberSite } from './site.ts';
import { type SignInTry, watchSignIns } from './watch-sign-ins.ts';

/** A few operators, each with a few tabs. */
const CONNECTION_LIMITS = { total: 500, perAddress: 200, pipelined: 4, requests: 10_000 };
/** Bytes of a body; a route that takes more says so. */
const LARGEST_BODY = 16_384;

/** What the console needs to know of the configuration; handed to its thread. */
export type ConsoleAppConfig = Pick<
  Config,
  'console' | 'proxy' | 'store' | 'site' | 'sales' | 'webhooks' | 'mail'
>;

export interface ConsoleParts {
  readonly config: ConsoleAppConfig;
  readonly database: Database;
  readonly logger: FastifyBaseLogger;
  /** The time in ms since 1970. */
  readonly now?: () => number;
  readonly work: LongWork;
  readonly passwords?: Passwords;
  /** Hears of every try to sign in. */
  readonly onSignIn?: (found: SignInTry) => void;
  readonly timeouts?: typeof TIMEOUTS;
  /** Sees every route, request and answer. */
  readonly watch?: (app: FastifyInstance) => void;
}

/**
 * The private listener: sign-in under `/auth/v1`, data under `/console/v1`, and the console's own files
 * everywhere else. Whoever closes it closes the database.
 */
export async function buildConsole(parts: ConsoleParts): Promise<FastifyInstance> {
  const { config, database, logger, work, now = Date.now } = parts;
  const app = createBoundedApp({
    logger,
    trusted: config.proxy.trusted,
    limits: CONNECTION_LIMITS,
    bodyLimit: LARGEST_BODY,
    timeouts: parts.timeouts,
    watch: parts.watch,
    sendMalformed: (reply) => sendProblem(reply, PROBLEMS.malformed),
  });
  if (parts.onSignIn) watchSignIns(app, parts.onSignIn);
  addSecurity(app, config.console);
  addJsonBody(app);
  addErrorHandler(app);
  decorateOperator(app);

  const { passwords } = parts;
  const signIn = createSignIn({ config: config.console, database, work, passwords, now });
  const { authenticate } = signIn;
  const live = startLive({
    database,
    watch: await watchCommits(config.store),
    reportTrouble: logTrouble(logger),
  });
  app.addHook('onClose', () => live.close());
  await app.register(async (routes) => signIn.addRoutes(routes), { prefix: '/auth/v1' });
  await app.register(
    async (data) => {
      compressAnswers(data);
      addGuard(data, authenticate, now);
      signIn.addAccount(data);
      addDataRoutes(data, {
        database,
        work,
        site: rememberSite(config.site.dir),
        adapters: PLATFORMS,
        attributionDays: config.sales.attributionDays,
        guard: createGuard(config.webhooks),
        build: readBuild(config.console.dir),
        now,
        live,
        async isStillAllowed(request) {
          const judged = await authenticateRequest(authenticate, request);
          if (!judged.ok || judged.bearer.aal !== 'aal2') return false;
          return judged.bearer.operator.role === request.operator.role;
        },
      });
      data.all('/*', { config: { access: { role: 'attendant' } } }, (_request, reply) =>
        sendProblem(reply, PROBLEMS.notFound),
      );
    },
    { prefix: '/console/v1' },
  );
  await addFiles(app, config.console.dir);
  keepTidy(app, database, now);
  await addNotices(app, parts, now);
  return app;
}

/** Has operators notified by e-mail; without a mail server its code stays out of memory. */
async function addNotices(app: FastifyInstance, parts: ConsoleParts, now: () => number) {
  const { config, database, logger } = parts;
  const { mail, site } = config;
  if (mail === null || config.console.authUrl !== null) return;
  const [{ startNotices }, { readProduct }] = await Promise.all([
    import('../deliveries/mail/send-notices.ts'),
    import('../deliveries/mail/factory.ts'),
  ]);
  const consoleUrl = config.console.url;
  const notices = startNotices({
    database,
    mail,
    readDesk: () => ({ product: readProduct(site.dir), consoleUrl, now: now() }),
    reportTrouble: logTrouble(logger, now),
  });
  app.addHook('onClose', () => notices.stop());
}
