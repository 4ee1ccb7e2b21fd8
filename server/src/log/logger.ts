import { type Logger, pino } from 'pino';
import { describeCause } from './describe-cause.ts';

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

/**
 * The one logger of a server. Log lines are JSON and name a route, never an address, a query, a header
 * or a body: whatever could hold a name, phone, e-mail or free text stays out.
 */
export function createLogger(stream: LogStream): Logger {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { req: () => ({}), res: () => ({}), err: describeError },
    },
    stream,
  );
}

/** Type, cause and place of an error; what of its message may quote a value stays out. */
function describeError(error: Error) {
  const lines = error.stack?.split('\n') ?? [];
  const place = lines.filter((line) => line.startsWith('    at ')).slice(0, 8);
  return { type: error.name, message: describeCause(error), stack: place.join('\n') };
}
