import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns a function that runs short slices of long reads, one at a time. After each slice the thread is free for as long as
 * the slice took: SQLite blocks the thread, and other requests run in between.
 */
export function createSlices() {
  let free: Promise<unknown> = Promise.resolve();
  return <Result>(read: () => Promise<Result>): Promise<Result> => {
    const start = free.then(() => performance.now());
    const result = start.then(read);
    free = result.then(
      async () => pause(Math.ceil(performance.now() - (await start))),
      () => {
        // The caller gets the error.
      },
    );
    return result;
  };
}
