import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { TrustedProxies } from '../config/trusted-proxies.ts';
import { addRequestLog } from '../log/request-log.ts';
import { hopsOf, proxyTest } from './address-group.ts';
import { createBoundedServer, TIMEOUTS } from './bounded-server.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { addDrain } from './drain.ts';

interface BoundedAppOptions {
  readonly logger: FastifyBaseLogger;
  readonly trusted: TrustedProxies;
  readonly limits: ConnectionLimits;
  /** Bytes of a body; a route that takes more says so. */
  readonly bodyLimit: number;
  readonly timeouts?: typeof TIMEOUTS | undefined;
  /** Sees every route, request and answer, such as metrics. */
  readonly watch?: ((app: FastifyInstance) => void) | undefined;
  /** Answers a request that is none by HTTP's rules. */
  sendMalformed(reply: FastifyReply): unknown;
}

/** A listener without routes: bounded in connections, bytes and time, with a line for each request, drained when closed. */
export function createBoundedApp({
  logger,
  trusted,
  limits,
  bodyLimit,
  timeouts = TIMEOUTS,
  watch,
  sendMalformed,
}: BoundedAppOptions): FastifyInstance {
  const connections = new Connections(limits, proxyTest(trusted));
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: hopsOf(trusted),
    forceCloseConnections: 'idle',
    bodyLimit,
    frameworkErrors: (_error, _request, reply: FastifyReply) => sendMalformed(reply),
    serverFactory: (handle) => createBoundedServer(handle, connections, timeouts),
  });
  addRequestLog(app);
  watch?.(app);
  addDrain(app, connections);
  return app;
}
