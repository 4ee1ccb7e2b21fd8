import { isatty } from 'node:tty';
import { type Logger, pino } from 'pino';
import { describeCause } from './describe-cause.ts';

export interface LogStream {
  write(line: string): void;
}

const STDERR_FD = 2;

/** Logs lines that name a route, but never an address, query, header or body, because of personal data. */
export function createLogger(stream: LogStream): Logger {
  return pino(
    {
      // In a terminal, lines about requests would hide the sentences that a seller reads.
      level: isatty(STDERR_FD) ? 'warn' : 'info',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { req: () => ({}), res: () => ({}), err: describeError },
    },
    stream,
  );
}

/** Describes an error without its message, which may quote a value. */
function describeError(error: Error) {
  const lines = error.stack?.split('\n') ?? [];
  const frames = lines.filter((line) => line.startsWith('    at ')).slice(0, 8);
  return { type: error.name, message: describeCause(error), stack: frames.join('\n') };
}
