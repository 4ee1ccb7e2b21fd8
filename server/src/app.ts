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
import {
  addAuthentication,
  addPostbackRoutes,
  addRawBody,
} from './sales/notices/postback-route.ts';
import { addRefusalWatch, type CountRefusal } from './sales/notices/refusals.ts';
import { addPaymentLinks } from './sales/payment-link.ts';
import { createPageFiller, type PageFiller } from './site/fill-pages.ts';
import { type LiveSite, openSite, type Site } from './site/live-site.ts';
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
  const { config, store, logger } = deps;
  const app = createBoundedApp({
    logger,
    trusted: config.proxy.trusted,
    limits: SOCKET_LIMITS,
    bodyLimit: DEFAULT_MAX_BODY_BYTES,
    timeouts: deps.timeouts,
    addHooks: deps.addHooks,
    sendMalformed: (reply) => reply.code(400).type('text/plain').send('Bad request\n'),
  });
  const site = await openLoggedSite(app, config.site.dir);
  leaveBodiesUnread(app);
  addSecurityHeaders(app, site);
  addPaymentLinks(app, site, store);
  const filler = createPageFiller(site, (product) => countSeatHolders(store, product));
  addFormPages(app, { site, store, filler });
  addSite(app, site, filler);
  addHealthRoutes(app, store);
  await addCapture(app, deps, { site, filler });
  await addPostbacks(app, deps);
  return app;
}

async function openLoggedSite(app: FastifyInstance, folder: string): Promise<LiveSite> {
  const outages = createOutageReporter('the site cannot be read', createErrorReporter(app.log));
  const logPublishFailure = ({ failure }: Site) => {
    if (failure)
      app.log.error({ failure }, 'the last publication failed: the previous one is served');
  };
  const site = await openSite(folder, (change) => {
    if ('error' in change) return outages.recordFailure(change.error);
    outages.recordSuccess();
    app.log.info('the site in the folder is served from now on');
    if (change.warning) app.log.warn(change.warning);
    logPublishFailure(change);
  });
  app.addHook('onClose', async () => site.close());
  if (site.current.warning && site.current.files.has('/')) app.log.warn(site.current.warning);
  logPublishFailure(site.current);
  return site;
}

/** Adds the inserts of scripts and of forms without scripts, which share the limits of bytes and of requests. */
async function addCapture(
  app: FastifyInstance,
  { config, store, currentConfig = () => config, onStored = () => {}, ...deps }: AppDependencies,
  { site, filler }: { readonly site: LiveSite; readonly filler: PageFiller },
) {
  const { allowedOrigins, rateLimit, anonKey } = config.capture;
  const budget = new ByteBudget(BYTE_LIMITS);
  const counter = store.requestCounter ?? createAddressCounter();
  await app.register(async (capture) => {
    addErrorHandler(capture);
    addRequestBody(capture, budget);
    if (deps.onHiddenVisitorAddress) addProxyWatch(capture, deps.onHiddenVisitorAddress);
    // Preflights come first, because they must be answered before the other checks.
    await addPreflights(capture, allowedOrigins);
    addOriginCheck(capture, allowedOrigins);
    addRateLimit(capture, rateLimit, counter);
    addApiKeyCheck(capture, anonKey);
    addJsonBody(capture);
    const keepsContexts = () => hasConversions(currentConfig().conversions);
    addInsertRoutes(capture, { store, keepsContexts, onStored });
  });
  await app.register(async (forms) => {
    addRequestBody(forms, budget);
    addOriginCheck(forms, allowedOrigins);
    addRateLimit(forms, rateLimit, counter, 'preHandler');
    addFormBodyParser(forms);
    addFormPosts(forms, { site, store, filler, onStored });
  });
}

async function addPostbacks(
  app: FastifyInstance,
  { config, store, currentConfig = () => config, ...deps }: AppDependencies,
) {
  await app.register(async (postbacks) => {
    addErrorHandler(postbacks);
    if (deps.onRefused) addRefusalWatch(postbacks, deps.onRefused);
    addAuthentication(postbacks, {
      secrets: () => currentConfig().postbacks.secrets,
      unusableSettings: deps.unusableSettings ?? (() => []),
    });
    addRequestBody(postbacks, new ByteBudget(BYTE_LIMITS));
    addRawBody(postbacks);
    addPostbackRoutes(postbacks, { store, onNoticeStored: deps.onNotice ?? (() => {}) });
  });
}

function addHealthRoutes(app: FastifyInstance, store: CaptureStore) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await store.isReady();
    reply.header('cache-control', 'no-store');
    if (!isReady) return reply.code(503).header('retry-after', '5').send('database unavailable\n');
    return reply.send('ready\n');
  });
}
