import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns a function that runs short slices of long reads, one at a time whoever asks. After each, the thread
 * is free for as long as the slice took: the embedded database answers in it, and requests come in between.
 */
export function createSlices() {
  let free: Promise<unknown> = Promise.resolve();
  return <Result>(read: () => Promise<Result>): Promise<Result> => {
    const start = free.then(() => performance.now());
    const result = start.then(read);
    free = result.then(
      async () => pause(Math.ceil(performance.now() - (await start))),
      () => {
        // Its failure is its caller's to see.
      },
    );
    return result;
  };
}
