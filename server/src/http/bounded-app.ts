import { createServer } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { createProxyMatcher, limitedAddress, toTrustProxy } from './address-group.ts';
import { BudgetedResponse, type SocketLimits, Sockets } from './sockets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether clients ask every few seconds, so that successful requests are not logged. */
    readonly isPolled?: boolean;
  }
}

/** Time limits of a connection, in ms. */
export const CONNECTION_TIMEOUTS_MS = {
  /** Time to receive a request's headers. */
  headers: 10_000,
  /** Time to receive a complete request, also from a phone with poor reception. */
  request: 30_000,
  /** Interval of checking both limits. */
  interval: 1_000,
  /** Time without any byte sent or received. */
  idle: 75_000,
};

/** An idle connection stays open longer than at proxies, so that no proxy sends a request while the server closes. */
const KEEP_ALIVE_MS = 72_000;

interface BoundedAppOptions {
  readonly logger: FastifyBaseLogger;
  readonly trusted: TrustedProxies;
  readonly limits: SocketLimits;
  /** Bytes of a body; a route may set a higher limit. */
  readonly bodyLimit: number;
  readonly timeouts?: typeof CONNECTION_TIMEOUTS_MS | undefined;
  /** Adds hooks to all routes, such as those of metrics. */
  readonly addHooks?: ((app: FastifyInstance) => void) | undefined;
  /** Answers a request that violates HTTP. */
  sendMalformed(reply: FastifyReply): unknown;
}

/** Returns an app without routes that limits connections, bytes and times, logs requests, and drains on close. */
export function createBoundedApp({
  logger,
  trusted,
  limits,
  bodyLimit,
  timeouts = CONNECTION_TIMEOUTS_MS,
  addHooks,
  sendMalformed,
}: BoundedAppOptions): FastifyInstance {
  const isProxy = createProxyMatcher(trusted);
  const servesMany = (address: string) => isProxy(address) || limitedAddress(address) === null;
  const sockets = new Sockets(limits, servesMany);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(trusted),
    forceCloseConnections: 'idle',
    bodyLimit,
    frameworkErrors: (_error, _request, reply: FastifyReply) => sendMalformed(reply),
    serverFactory: (handle) =>
      createServer(
        {
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          connectionsCheckingInterval: timeouts.interval,
          keepAliveTimeout: KEEP_ALIVE_MS,
          ServerResponse: BudgetedResponse,
        },
        sockets.limitRequests(handle),
      ).setTimeout(timeouts.idle),
  });
  sockets.limitConnections(app.server);
  addRequestLog(app);
  addHooks?.(app);
  addDrain(app, sockets);
  return app;
}

/** Interval of closing idle connections while the app closes. */
const DRAIN_INTERVAL_MS = 20;
/** Time that unused sockets stay open while the app closes, because browsers may still use some opened in advance. */
const UNUSED_SOCKET_TIMEOUT_MS = 2_000;

/** Closes each connection after its response while the app closes. Node closes only connections already idle. */
function addDrain(app: FastifyInstance, sockets: Sockets) {
  app.addHook('preClose', async () => {
    // The timers do not keep the process alive, because a server that never listened emits no `close`.
    const idleTimer = setInterval(
      () => app.server.closeIdleConnections(),
      DRAIN_INTERVAL_MS,
    ).unref();
    const unusedTimer = setTimeout(() => sockets.closeIdle(), UNUSED_SOCKET_TIMEOUT_MS).unref();
    app.server.once('close', () => {
      clearInterval(idleTimer);
      clearTimeout(unusedTimer);
    });
  });
}

/** Logs one line per answered request, except for polls that succeed. */
function addRequestLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isPolled && reply.statusCode === 200) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
