import { setTimeout as pause } from 'node:timers/promises';

/** The pause after each write of a background thread, in which captures are stored (busy-retry.ts). */
const WRITE_REST_MS = 2;

let lastWriteEnd: Promise<void> = Promise.resolve();
let restsUntilMs = 0;

/**
 * Waits for the thread's other connections, and until {@link WRITE_REST_MS} after the last write. Returns a function
 * that releases the lock.
 */
export async function acquireWriteLock(): Promise<() => void> {
  const previousWrite = lastWriteEnd;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastWriteEnd = promise;
  await previousWrite;
  const restMs = restsUntilMs - performance.now();
  if (restMs > 0) await pause(restMs);
  return () => {
    restsUntilMs = performance.now() + WRITE_REST_MS;
    resolve();
  };
}

/** Otherwise a second connection would block the thread while it waits for the first, which could then never end. */
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
