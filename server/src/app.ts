import type { CaptureTable } from '@funil/contract/capture/protocol';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAddressCounter } from './capture/address-counter.ts';
import {
  addApiKeyCheck,
  addOriginCheck,
  addPreflights,
  addProxyWatch,
  addRateLimit,
} from './capture/admission.ts';
import { addInsertRoutes } from './capture/insert.ts';
import type { Config } from './config/config.ts';
import { hasConversions } from './config/conversions.ts';
import { addFormBodyParser, addFormPages, addFormPosts } from './forms/form-routes.ts';
import { type CONNECTION_TIMEOUTS_MS, createBoundedApp } from './http/bounded-app.ts';
import { BYTE_LIMITS, ByteBudget } from './http/byte-budget.ts';
import { addErrorHandler } from './http/problem.ts';
import { addJsonBody, addRequestBody, leaveBodiesUnread } from './http/request-body.ts';
import { SOCKET_LIMITS } from './http/sockets.ts';
import { createErrorReporter } from './log/error-reporter.ts';
import { countSeatHolders } from './sales/count-seat-holders.ts';
import { FailedAuthentications } from './sales/notices/failed-authentications.ts';
import {
  addAuthentication,
  addPostbackRoutes,
  addRawBody,
} from './sales/notices/postback-route.ts';
import { addRefusalWatch, type CountRefusal } from './sales/notices/refusals.ts';
import { addPaymentLinks } from './sales/payment-link.ts';
import { ADAPTERS } from './sales/platforms/adapters.ts';
import { createPageFiller } from './site/fill-pages.ts';
import { openSite, type Site } from './site/live-site.ts';
import { addSecurityHeaders, addSite } from './site/site.ts';
import type { CaptureStore } from './store/capture/capture-store.ts';
import { createOutageReporter } from './store/health/report-error.ts';

const DEFAULT_MAX_BODY_BYTES = 65_536;

export interface AppDependencies {
  readonly config: Config;
  readonly store: CaptureStore;
  readonly logger: FastifyBaseLogger;
  /** Returns the configuration in effect, because owners may change settings in the console. Default: `config`. */
  readonly currentConfig?: () => Config;
  /** Returns the names of stored settings that cannot be used; null: they are not read yet. */
  readonly unusableSettings?: () => readonly string[] | null;
  readonly addHooks?: ((app: FastifyInstance) => void) | undefined;
  readonly timeouts?: typeof CONNECTION_TIMEOUTS_MS;
  readonly onNotice?: () => void;
  readonly onRefused?: CountRefusal;
  /** Called after a request through a proxy that is not trusted, so that the visitor's address is unknown. */
  readonly onHiddenVisitorAddress?: () => void;
  readonly onStored?: (table: CaptureTable) => void;
}

/** Builds the public listener. The caller closes the store after the app. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const { config, store, logger, currentConfig = () => config } = deps;
  const app = createBoundedApp({
    logger,
    trusted: config.proxy.trusted,
    limits: SOCKET_LIMITS,
    bodyLimit: DEFAULT_MAX_BODY_BYTES,
    timeouts: deps.timeouts,
    addHooks: deps.addHooks,
    sendMalformed: (reply) => reply.code(400).type('text/plain').send('Bad request\n'),
  });
  const outages = createOutageReporter('the site cannot be read', createErrorReporter(app.log));
  const site = await openSite(config.site.dir, (change) => logSite(app, outages, change));
  app.addHook('onClose', async () => site.close());
  if (site.current.warning && site.current.files.has('/')) app.log.warn(site.current.warning);
  logPublishFailure(app, site.current);
  leaveBodiesUnread(app);
  addSecurityHeaders(app, site);
  addPaymentLinks(app, site, store);
  const filler = createPageFiller(site, (product) => countSeatHolders(store, product));
  addFormPages(app, { site, store, filler });
  addSite(app, site, filler);
  addHealthRoutes(app, store);
  const { onStored = () => {} } = deps;
  const budget = new ByteBudget(BYTE_LIMITS);
  const counter = store.requestCounter ?? createAddressCounter();
  await app.register(async (capture) => {
    addErrorHandler(capture);
    addRequestBody(capture, budget);
    if (deps.onHiddenVisitorAddress) addProxyWatch(capture, deps.onHiddenVisitorAddress);
    // Preflights come first, because they must be answered before the other checks.
    await addPreflights(capture, config.capture.allowedOrigins);
    addOriginCheck(capture, config.capture.allowedOrigins);
    addRateLimit(capture, config.capture.rateLimit, counter);
    addApiKeyCheck(capture, config.capture.anonKey);
    addJsonBody(capture);
    addInsertRoutes(capture, {
      store,
      keepsContexts: () => hasConversions(currentConfig().conversions),
      onStored,
    });
  });
  await app.register(async (forms) => {
    addRequestBody(forms, budget);
    addOriginCheck(forms, config.capture.allowedOrigins);
    addRateLimit(forms, config.capture.rateLimit, counter, 'preHandler');
    addFormBodyParser(forms);
    addFormPosts(forms, { site, store, filler, onStored });
  });
  await app.register(async (postbacks) => {
    addErrorHandler(postbacks);
    if (deps.onRefused) addRefusalWatch(postbacks, ADAPTERS, deps.onRefused);
    addAuthentication(postbacks, {
      platforms: ADAPTERS,
      secrets: () => currentConfig().postbacks.secrets,
      unusableSettings: deps.unusableSettings ?? (() => []),
      failures: new FailedAuthentications(),
    });
    addRequestBody(postbacks, new ByteBudget(BYTE_LIMITS));
    addRawBody(postbacks);
    addPostbackRoutes(postbacks, {
      platforms: ADAPTERS,
      store,
      onNoticeStored: deps.onNotice ?? (() => {}),
    });
  });
  return app;
}

function logSite(
  app: FastifyInstance,
  outages: ReturnType<typeof createOutageReporter>,
  change: Site | { error: unknown },
) {
  if ('error' in change) return outages.recordFailure(change.error);
  outages.recordSuccess();
  app.log.info('the site in the folder is served from now on');
  if (change.warning) app.log.warn(change.warning);
  logPublishFailure(app, change);
}

function logPublishFailure(app: FastifyInstance, { failure }: Site) {
  if (failure)
    app.log.error({ failure }, 'the last publication failed: the previous one is served');
}

/** Adds `/healthz`, which says that the process is up, and `/readyz`, which says that the database answers, too. */
function addHealthRoutes(app: FastifyInstance, store: CaptureStore) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await store.isReady();
    reply.header('cache-control', 'no-store');
    if (!isReady) return reply.code(503).header('retry-after', '5').send('database unavailable\n');
    return reply.send('ready\n');
  });
}
