import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { describeCause } from './describe-cause.ts';

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Log lines are JSON and name a route, never an address, a query, a header or a body: whatever could
 * hold a name, phone, e-mail or free text stays out.
 */
export function loggerOptions(stream: LogStream): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: 'info',
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: { req: () => ({}), res: () => ({}), err: describeError },
  };
}

/** Type, cause and place of an error; what of its message may quote a value stays out. */
export function describeError(error: Error) {
  const lines = error.stack?.split('\n') ?? [];
  const place = lines.filter((line) => line.startsWith('    at ')).slice(0, 8);
  return { type: error.name, message: describeCause(error), stack: place.join('\n') };
}

/** One line per answered request. */
export function addRequestLog(app: FastifyInstance) {
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
