import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Config } from './config.ts';
import { addApiKey } from './plugins/api-key.ts';
import { addCors } from './plugins/cors.ts';
import { addDrain } from './plugins/drain.ts';
import { addErrorHandler } from './plugins/errors.ts';
import { addJsonBody } from './plugins/json-body.ts';
import { addRateLimit } from './plugins/rate-limit.ts';
import { addRequestLog, type LogStream, loggerOptions } from './plugins/request-log.ts';
import { addSite } from './plugins/site.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addInsertRoutes } from './routes/insert.ts';
import type { Store } from './store/store.ts';

/** Longest a request may take to arrive whole, in ms: slow or half-open clients hold a connection no longer. */
const REQUEST_TIMEOUT = 15_000;

export interface AppParts {
  readonly config: Config;
  readonly store: Store;
  readonly logStream: LogStream;
}

/** A number of hops trusts that many proxies, nearest first. */
function trustedProxies(trustProxy: Config['trustProxy']) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}

/** The whole server, ready to listen or to be asked by tests; whoever closes it closes the store. */
export async function buildApp({ config, store, logStream }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(logStream),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      reply.code(400).type('text/plain').send('Bad request\n'),
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  });
  addRequestLog(app);
  addDrain(app);
  addSite(app, config.siteDir);
  addHealthRoutes(app, store);
  await app.register(async (capture) => {
    addErrorHandler(capture);
    await addCors(capture, config.allowedOrigins);
    await addRateLimit(capture, config.rateLimit, store.requestCounter);
    addApiKey(capture, config.anonKey);
    addJsonBody(capture);
    addInsertRoutes(capture, store);
  });
  return app;
}
