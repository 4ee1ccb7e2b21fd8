import { setTimeout as pause } from 'node:timers/promises';

/** Short transactions rest this long between them, so that captures get in (busy-retry.ts). */
const WRITE_REST_MS = 2;

let lastWrite: Promise<void> = Promise.resolve();
let restsUntil = 0;

/**
 * Waits for the thread's other connections, and until {@link WRITE_REST_MS} after the last write.
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
 * Without the lock, a second connection would block the thread while it waits for SQLite's lock,
 * and the first could never finish.
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
