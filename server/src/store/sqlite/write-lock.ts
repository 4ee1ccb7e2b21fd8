import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time that a thread waits between two writes, so that captures, which retry every millisecond (busy-retry.ts), get in
 * between the short transactions of a loop.
 */
const WRITE_REST_MS = 2;

let lastWrite: Promise<void> = Promise.resolve();
let restsUntil = 0;

/**
 * Waits until no other connection of this thread writes to SQLite, and {@link WRITE_REST_MS} have passed since the last
 * write.
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
 * Writes while holding the write lock of this thread. Without it, a second connection that waits for SQLite's lock
 * would block the thread, in which the first connection could not finish.
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
