import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time that a thread waits between two writes, so that a loop of short transactions lets captures in: they retry more
 * often (busy-retry.ts).
 */
const REST_MS = 2;

let lastWrite: Promise<void> = Promise.resolve();
let restsUntil = 0;

/**
 * Waits until no other connection of this thread writes to SQLite, and for the rest after its last write. @returns a
 * function that releases the lock
 */
export async function acquireWriteLock(): Promise<() => void> {
  const before = lastWrite;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastWrite = promise;
  await before;
  const restMs = restsUntil - performance.now();
  if (restMs > 0) await pause(restMs);
  return () => {
    restsUntil = performance.now() + REST_MS;
    resolve();
  };
}

/**
 * Writes while holding the write lock of this thread. SQLite has one writer, and the wait blocks the thread, so a
 * second connection would block the first until a timeout.
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
