let last: Promise<void> = Promise.resolve();

/** Waits until nobody else in this thread writes to the embedded database. @returns what ends one's own turn */
export async function takeTurn(): Promise<() => void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  return resolve;
}

/**
 * Writes in a turn of its own. SQLite has one writer at a time, and waiting for it blocks: of two connections in one
 * thread, the second would hold up the first, which it waits for, until its time is out.
 */
export async function inTurn<Outcome>(write: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  const end = await takeTurn();
  try {
    return await write();
  } finally {
    end();
  }
}
