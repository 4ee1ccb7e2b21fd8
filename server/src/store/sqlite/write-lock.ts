import { setTimeout as pause } from 'node:timers/promises';

/**
 * A loop of short transactions rests this long between them, so that captures, which retry every millisecond
 * (busy-retry.ts), get in.
 */
const WRITE_REST_MS = 2;

let lastWrite: Promise<void> = Promise.resolve();
let restsUntil = 0;

/**
 * Waits for this thread's other connections, and until {@link WRITE_REST_MS} have passed since the last write.
 * @returns a function that releases the lock
 */
export async function acquireWriteLock(): Promise<() => void> {
  const previousWrite = lastWrite;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastWrite = promise;
  await previousWrite;
  const restMs = restsUntil - performance.now();
  if (restMs > 0) await pause(restMs);
  return () => {
    restsUntil = performance.now() + WRITE_REST_MS;
    resolve();
  };
}

/**
 * Without the lock, a second connection would block the thread while it waits for SQLite's lock, and the first could
 * never finish.
 */
export async function withWriteLock<Outcome>(
  write: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const release = await acquireWriteLock();
  try {
    return await write();
  } finally {
    release();
  }
}
