import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a thread waits between two writes: longer than captures, which the main thread writes, wait between two attempts
 * (busy-retry.ts). Without it, a loop of short transactions keeps them out.
 */
const REST_MS = 2;

let last: Promise<void> = Promise.resolve();
let restsUntil = 0;

/** Waits until no other connection of this thread writes to SQLite, and for the rest after its last write. @returns a function that releases the lock */
export async function acquireWriteLock(): Promise<() => void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  const restMs = restsUntil - performance.now();
  if (restMs > 0) await pause(restMs);
  return () => {
    restsUntil = performance.now() + REST_MS;
    resolve();
  };
}

/**
 * Writes while holding the write lock of this thread. SQLite has one writer at a time, and waiting for it blocks: of two
 * connections in one thread, the second would block the first, for which it waits, until it times out.
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
