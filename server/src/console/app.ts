import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { SiteFacts } from '@funil/contract/site-facts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { createGuard } from '../deliveries/webhooks/guard.ts';
import { createBoundedApp } from '../http/bounded-app.ts';
import type { TIMEOUTS } from '../http/bounded-server.ts';
import { addErrorHandler, PROBLEMS, sendProblem } from '../http/console-problem.ts';
import { hashOldRequests } from '../leads/people/lgpd-requests.ts';
import { logTrouble } from '../log/trouble-log.ts';
import type { Passwords } from '../operators/passwords.ts';
import { purgeOperators } from '../operators/purge.ts';
import { authenticateRequest } from '../operators/sign-in/authenticate.ts';
import { addGuard, decorateOperator } from '../operators/sign-in/guard.ts';
import { createSignIn } from '../operators/sign-in/sign-in.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import { takesEncoding } from '../site/site-files.ts';
import type { Database } from '../store/database.ts';
import { watchCommits } from '../store/watch-commits.ts';
import { addFiles, readBuild } from './files.ts';
import { startLive } from './live.ts';
import type { LongWork } from './long-work.ts';
import { addDataRoutes } from './routes/routes.ts';
import { addSecurity } from './security.ts';
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
  const { judgePassword } = work;
  const signIn = createSignIn({ config: config.console, database, judgePassword, passwords, now });
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

/** How often, in ms, what is over is removed. */
const INTERVAL = 60 * 60_000;

/** Removes what is over at the start and every hour: it counts for nothing, and only takes room. */
export function keepTidy(app: FastifyInstance, database: Database, now: () => number) {
  const tidy = async () => {
    try {
      await purgeOperators(database, now());
      await hashOldRequests(database, now());
    } catch (error) {
      // Left for the next hour.
      app.log.warn({ err: error }, 'what is over was not removed');
    }
  };
  const timer = setInterval(() => void tidy(), INTERVAL).unref();
  app.addHook('onListen', tidy);
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Reads JSON and nothing else: what a form or a beacon of another page may send is refused. No body is no
 * mistake, for the official client names a type for none. `__proto__` and `constructor.prototype` are refused.
 */
export function addJsonBody(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, String(body), done);
  });
}

/** Bytes of an answer that are worth it: what fits into one packet is not. */
const LEAST = 1_400;
/** A page of a list is done in a millisecond, and a fifth of its size. */
const QUALITY = 4;
const compress = promisify(brotliCompress);

/**
 * Sends data compressed: lists repeat themselves, and phones are on slow lines. Nobody can guess at it by sizes
 * (BREACH), since no foreign page has anything asked in an operator's name.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesEncoding(request.headers['accept-encoding'], 'br')) return payload;
    reply.header('content-encoding', 'br').removeHeader('content-length');
    return compress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  });
}

/** How long, in ms, what the site says of itself is believed: it may be built anew at any time. */
const FRESH = 5_000;

/** Reads what the built site says of itself, now and then. */
export function rememberSite(folder: string): () => SiteFacts | null {
  let read = Number.NEGATIVE_INFINITY;
  let facts: SiteFacts | null = null;
  return () => {
    if (performance.now() - read > FRESH) {
      const told = readSiteFacts(folder);
      facts = told.ok ? told.facts : null;
      read = performance.now();
    }
    return facts;
  };
}
