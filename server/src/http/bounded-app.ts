import { createServer } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { createProxyTest, toTrustProxy } from './address-group.ts';
import { BudgetedResponse, type ConnectionLimits, Connections } from './connections.ts';

/** How long a slow or half-open client may hold a connection, in ms. */
export const TIMEOUTS = {
  /** Until a request's headers have arrived. */
  headers: 10_000,
  /** Until the complete request has arrived: a phone with poor reception sends a few kilobytes. */
  request: 30_000,
  /** Interval of checking both. */
  interval: 1_000,
  /** Without any byte sent or received. */
  idle: 75_000,
};

/** How long a connection may wait for its next request: longer than proxies keep theirs open. */
const KEEP_ALIVE_MS = 72_000;

interface BoundedAppOptions {
  readonly logger: FastifyBaseLogger;
  readonly trusted: TrustedProxies;
  readonly limits: ConnectionLimits;
  /** Bytes of a body; a route may set a higher limit. */
  readonly bodyLimit: number;
  readonly timeouts?: typeof TIMEOUTS | undefined;
  /** Adds hooks for every route, request and answer, such as metrics. */
  readonly watch?: ((app: FastifyInstance) => void) | undefined;
  /** Answers a request that violates HTTP. */
  sendMalformed(reply: FastifyReply): unknown;
}

/** Returns an app without routes: connections, bytes and times are bounded, requests are logged, and closing drains it. */
export function createBoundedApp({
  logger,
  trusted,
  limits,
  bodyLimit,
  timeouts = TIMEOUTS,
  watch,
  sendMalformed,
}: BoundedAppOptions): FastifyInstance {
  const connections = new Connections(limits, createProxyTest(trusted));
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
        connections.bound(handle),
      ).setTimeout(timeouts.idle),
  });
  connections.watch(app.server);
  addRequestLog(app);
  watch?.(app);
  addDrain(app, connections);
  return app;
}

/** Interval at which idle connections are closed while stopping. */
const DRAIN_INTERVAL_MS = 20;
/** How long a connection without a request may still send one while stopping: browsers open some ahead. */
const UNUSED_CONNECTION_TIMEOUT_MS = 2_000;

/** While stopping, closes each connection after its answer; Node closes only connections that are idle at the start. */
function addDrain(app: FastifyInstance, connections: Connections) {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), DRAIN_INTERVAL_MS);
    const unused = setTimeout(() => connections.closeUnused(), UNUSED_CONNECTION_TIMEOUT_MS);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(unused);
    });
  });
}

/** Logs one line per answered request. */
function addRequestLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
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
