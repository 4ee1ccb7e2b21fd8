import { type Logger, pino } from 'pino';
import { describeCause } from './describe-cause.ts';

export interface LogStream {
  write(line: string): void;
}

/** A line names a route, never an address, query, header or body, because of personal data. */
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

/** A message may quote a value, so it is left out. */
function describeError(error: Error) {
  const lines = error.stack?.split('\n') ?? [];
  const frames = lines.filter((line) => line.startsWith('    at ')).slice(0, 8);
  return { type: error.name, message: describeCause(error), stack: frames.join('\n') };
}
