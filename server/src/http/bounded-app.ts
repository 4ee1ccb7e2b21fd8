import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { createProxyMatcher, publicAddressGroup, toTrustProxy } from './address-group.ts';
import { BudgetedResponse, type SocketLimits, Sockets } from './sockets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether clients ask every few seconds, so that successful requests are not logged. */
    readonly isPolled?: boolean;
  }
}

export const CONNECTION_TIMEOUTS_MS = {
  headers: 10_000,
  /** Long enough for a phone with poor reception. */
  request: 30_000,
  interval: 1_000,
  /** Milliseconds without any byte sent or received. */
  idle: 75_000,
};

/** Longer than at proxies, so that no proxy sends a request while the server closes the connection. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

interface BoundedAppOptions {
  readonly logger: FastifyBaseLogger;
  readonly trusted: TrustedProxies;
  readonly limits: SocketLimits;
  readonly bodyLimit: number;
  readonly timeouts?: typeof CONNECTION_TIMEOUTS_MS | undefined;
  readonly addHooks?: ((app: FastifyInstance) => void) | undefined;
  sendMalformed(reply: FastifyReply): unknown;
}

/** A product's name in a path has up to 400 characters; encoded, a character takes up to 12. */
const MAX_PARAMETER_LENGTH = 5_000;

export function createBoundedApp(options: BoundedAppOptions): FastifyInstance {
  const { trusted, timeouts = CONNECTION_TIMEOUTS_MS } = options;
  const isProxy = createProxyMatcher(trusted);
  const isShared = (address: string) => isProxy(address) || publicAddressGroup(address) === null;
  const sockets = new Sockets(options.limits, isShared);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(trusted),
    forceCloseConnections: 'idle',
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_error, _request, reply: FastifyReply) => options.sendMalformed(reply),
    clientErrorHandler: refuseUnparsed,
    serverFactory: (handle) =>
      createServer(
        {
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          connectionsCheckingInterval: timeouts.interval,
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
          ServerResponse: BudgetedResponse,
        },
        sockets.limitRequests((request, response) => {
          removeForwardedPorts(request);
          handle(request, response);
        }),
      ).setTimeout(timeouts.idle),
  });
  sockets.limitConnections(app.server);
  addRequestLog(app);
  options.addHooks?.(app);
  addDrain(app, sockets);
  return app;
}

/** People read these responses, because a browser with many cookies of a site shows the 431 in the page's place. */
const UNPARSED_STATUS: Readonly<Record<string, readonly [status: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'O endereço ou os cookies são grandes demais. Apague os cookies deste site e abra-o de novo.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'O pedido demorou demais. Tente de novo.'],
};

/** Answers a request of which Node cannot read the headers, so that no route sees it. */
function refuseUnparsed(error: ConnectionError, socket: Socket) {
  if (socket.writable) {
    const [status, text] = UNPARSED_STATUS[error.code ?? ''] ?? [
      '400 Bad Request',
      'O pedido não pôde ser entendido.',
    ];
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  }
  socket.destroy(error);
}

/** Some proxies, such as Azure's, add a port, with which each connection would count as another visitor. */
function removeForwardedPorts({ headers }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return;
  headers['x-forwarded-for'] = forwarded
    .replace(/\[([\da-f:.]+)\](?::\d+)?/gi, '$1')
    .replace(/(\d\.\d+):\d+/g, '$1');
}

const DRAIN_INTERVAL_MS = 20;
/** A stopping server keeps unused sockets this long, because browsers may use those that they opened in advance. */
const UNUSED_SOCKET_DRAIN_MS = 2_000;

/** When the server stops, Node itself closes only the connections that are idle then. */
function addDrain(app: FastifyInstance, sockets: Sockets) {
  app.addHook('preClose', async () => {
    // A server that never listened emits no `close`, so the timers must not keep the process alive.
    const idleTimer = setInterval(
      () => app.server.closeIdleConnections(),
      DRAIN_INTERVAL_MS,
    ).unref();
    const unusedTimer = setTimeout(() => sockets.closeIdle(), UNUSED_SOCKET_DRAIN_MS).unref();
    app.server.once('close', () => {
      clearInterval(idleTimer);
      clearTimeout(unusedTimer);
    });
  });
}

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
