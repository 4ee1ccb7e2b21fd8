let last: Promise<void> = Promise.resolve();

/** Waits until no other connection of this thread writes to SQLite. @returns a function that releases the lock */
export async function acquireWriteLock(): Promise<() => void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  return resolve;
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
