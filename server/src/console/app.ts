import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { EVERYONE } from '@funil/contract/operators/roles';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAddressGuard } from '../deliveries/address-guard.ts';
import { listenerUrl } from '../doctor/probe.ts';
import { CONNECTION_TIMEOUTS_MS, createBoundedApp } from '../http/bounded-app.ts';
import {
  addConsoleErrorHandler,
  CONSOLE_PROBLEMS,
  sendConsoleProblem,
} from '../http/console-problem.ts';
import { uploadFolder } from '../imports/uploads.ts';
import { createErrorReporter } from '../log/error-reporter.ts';
import type { Passwords } from '../operators/passwords.ts';
import { addOperatorGuard, decorateAuth } from '../operators/sign-in/guard.ts';
import { createSignIn } from '../operators/sign-in/sign-in.ts';
import { ADAPTERS } from '../sales/platforms/adapters.ts';
import { followSettings } from '../settings/follow-settings.ts';
import type { ServerKeys } from '../settings/secrets-key.ts';
import { readStoredSettings } from '../settings/stored-settings.ts';
import { acceptsEncoding } from '../site/site-files.ts';
import { findSiteInfo } from '../site/site-info.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import type { Database } from '../store/database.ts';
import type { LongTasks } from './long-tasks.ts';
import type { RouteDependencies } from './routes/data-route.ts';
import { addDataRoutes } from './routes/routes.ts';
import { addSecurity } from './security.ts';
import { addConsoleBuild, addPreviewFrame } from './serve-build.ts';
import type { ConsoleData } from './start-console.ts';
import { type SignInAttempt, watchSignIns } from './watch-sign-ins.ts';

/** Enough for a few operators with a few tabs each. */
const CONSOLE_SOCKET_LIMITS = { total: 500, perAddress: 200, pipelined: 4, requests: 10_000 };
/** Enough for a file of 64 MiB at 1 Mbit/s, as some phones send it. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
const MAX_CONSOLE_BODY_BYTES = 16_384;

export interface ConsoleDependencies extends ConsoleData {
  readonly database: Database;
  readonly serverKeys: ServerKeys;
  readonly logger: FastifyBaseLogger;
  readonly now?: () => number;
  readonly longTasks: LongTasks;
  readonly passwords?: Passwords;
  readonly onSignIn?: (attempt: SignInAttempt) => void;
  readonly addHooks?: (app: FastifyInstance) => void;
}

/** Builds the private listener. The caller closes the database after the app. */
export async function buildConsole(deps: ConsoleDependencies): Promise<FastifyInstance> {
  const { config, database, logger, longTasks, now = databaseNow } = deps;
  const app = createBoundedApp({
    logger,
    trusted: config.proxy.trusted,
    limits: CONSOLE_SOCKET_LIMITS,
    bodyLimit: MAX_CONSOLE_BODY_BYTES,
    timeouts: { ...CONNECTION_TIMEOUTS_MS, request: REQUEST_TIMEOUT_MS },
    addHooks: deps.addHooks,
    sendMalformed: (reply) => sendConsoleProblem(reply, CONSOLE_PROBLEMS.malformed),
  });
  if (deps.onSignIn) watchSignIns(app, deps.onSignIn);
  addSecurity(app, config.console);
  addConsoleBody(app);
  addConsoleErrorHandler(app);
  decorateAuth(app);

  const settings = followConsoleSettings(app, deps);
  const signIn = createSignIn({
    config: config.console,
    hasMail: () => settings.config.mail !== null,
    database,
    serverKeys: deps.serverKeys,
    judgePassword: longTasks.judgePassword,
    passwords: deps.passwords,
    now,
  });
  const readBuildId = await addConsoleBuild(app, config.console.dir);
  await app.register(async (signInApp) => signIn.addRoutes(signInApp), { prefix: '/auth/v1' });
  await app.register(
    async (dataApp) => {
      compressResponses(dataApp);
      addOperatorGuard(dataApp, signIn.authenticate, now);
      addDataRoutes(dataApp, { ...makeRouteDependencies(deps), settings, readBuildId, now });
      dataApp.all('/*', { config: { access: { roles: EVERYONE } } }, (_request, reply) =>
        sendConsoleProblem(reply, CONSOLE_PROBLEMS.notFound),
      );
    },
    { prefix: '/console/v1' },
  );
  addPreviewFrame(app);
  return app;
}

function followConsoleSettings(
  app: FastifyInstance,
  { config, env, database, logger }: ConsoleDependencies,
) {
  const settings = followSettings({
    env,
    config,
    unusable: null,
    read: () => readStoredSettings(database),
    reportError: createErrorReporter(logger),
  });
  app.addHook('onClose', async () => settings.stop());
  return settings;
}

const makeRouteDependencies = ({
  config,
  env,
  database,
  serverKeys,
  longTasks,
}: ConsoleDependencies): Omit<RouteDependencies, 'settings' | 'readBuildId' | 'now'> => ({
  database,
  longTasks,
  site: () => findSiteInfo(config.site.dir),
  adapters: ADAPTERS,
  attributionDays: config.sales.attributionDays,
  env,
  serverKeys,
  uploadDir: uploadFolder(config.store.dataDir),
  page: {
    ownContentDir: config.content.ownContentDir,
    siteDir: config.site.dir,
    dataDir: config.store.dataDir,
    listen: config.listen,
    listenAddress: listenerUrl(config.listen),
    env: { ...process.env, ...env },
  },
  addressGuard: createAddressGuard(config.webhooks),
});

/**
 * Accepts only JSON bodies, which keeps out forms and beacons of other sites. An empty body is valid, because the
 * official client sends the content type without a body. `__proto__` and `constructor.prototype` are refused.
 */
function addConsoleBody(app: FastifyInstance) {
  const parseBody = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseBody(request, String(body), done);
  });
}

/** A smaller response fits into one packet. */
const MIN_COMPRESSED_RESPONSE_LENGTH = 1_400;
/** With this quality, a page of a list shrinks to a fifth in 1 ms. */
const BROTLI_QUALITY = 4;
const compressBrotli = promisify(brotliCompress);

/** Compresses responses. The attack BREACH is impossible, because other sites cannot send an operator's token. */
function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_RESPONSE_LENGTH)
      return payload;
    reply.header('vary', 'accept-encoding');
    if (!acceptsEncoding(request.headers['accept-encoding'], 'br')) return payload;
    reply.header('content-encoding', 'br').removeHeader('content-length');
    return compressBrotli(payload, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
  });
}
