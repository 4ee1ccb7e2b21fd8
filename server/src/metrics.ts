import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsConfig } from './config/config.ts';
import type { SignInAttempt } from './console/watch-sign-ins.ts';
import type { DeliveryMetrics } from './deliveries/metrics.ts';

/** Creates the metrics, whose labels contain routes, tables and codes, but never personal data. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'funil_http_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const requestSeconds = new Histogram({
    name: 'funil_http_request_duration_seconds',
    help: 'Time from request to answer, by route. A request that stores a lead or event is answered after its write to disk.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'funil_deliveries_total',
    help: 'Delivery attempts, by kind of destination and outcome.',
    labelNames: ['destination', 'outcome'] as const,
    registers: [registry],
  });
  const oldestWaitingSeconds = new Gauge({
    name: 'funil_deliveries_oldest_waiting_seconds',
    help: 'Age of the oldest waiting delivery; 0: no delivery waits.',
    registers: [registry],
  });
  const signIns = new Counter({
    name: 'funil_console_sign_ins_total',
    help: 'Console sign-in attempts, by step and outcome.',
    labelNames: ['step', 'outcome'] as const,
    registers: [registry],
  });
  return {
    registry,
    countSignIn: ({ step, outcome }: SignInAttempt) => signIns.inc({ step, outcome }),
    recordDeliveryMetrics(metrics: DeliveryMetrics) {
      for (const attempt of metrics.attempts) deliveries.inc(attempt);
      oldestWaitingSeconds.set(metrics.oldestWaitingMs / 1000);
    },
    addHooks(app: FastifyInstance) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        requests.inc({ method: request.method, route, status: reply.statusCode });
        requestSeconds.observe({ route }, reply.elapsedTime / 1000);
      });
    },
  };
}

export async function serveMetrics(
  { registry }: ReturnType<typeof createMetrics>,
  { port, host }: MetricsConfig,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': registry.contentType });
    return response.end(await registry.metrics());
  });
  server.listen(port, host);
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return server;
}
