import type { ReportTrouble } from '../store/capture-store.ts';
import { describeError, type LogStream } from './request-log.ts';

/** Shortest time, in ms, between two lines about the same trouble. */
const PAUSE = 1_000;

/** Logs a store's trouble, the same at most once a second: a full disk fails every request. */
export function logTrouble(stream: LogStream, now: () => number): ReportTrouble {
  const last = new Map<string, number>();
  return (message, error) => {
    const time = now();
    if (time - (last.get(message) ?? Number.NEGATIVE_INFINITY) < PAUSE) return;
    last.set(message, time);
    const err = error instanceof Error ? describeError(error) : undefined;
    const line = { level: 'error', time: new Date(time).toISOString(), err, msg: message };
    stream.write(`${JSON.stringify(line)}\n`);
  };
}
