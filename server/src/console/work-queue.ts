import { TooBusyError } from '../operators/passwords.ts';

/** Pieces of work that may wait; whoever comes later is to try again. */
const MAX_WAITING = 8;

/**
 * Returns a function that runs one piece of work at a time: each takes a thread's memory.
 * @throws TooBusyError when too many wait
 */
export function createWorkQueue() {
  let unfinished = 0;
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (unfinished > MAX_WAITING) return Promise.reject(new TooBusyError('Too much long work.'));
    unfinished += 1;
    const result = last.then(run).finally(() => {
      unfinished -= 1;
    });
    // Its failure is its caller's to see.
    last = result.catch(() => {});
    return result;
  };
}

/**
 * Returns a function that runs work in a queue of its own, once for all who ask for the same meanwhile.
 * @param run does what is wanted, which is the same where its JSON is
 */
export function shareWork<Wanted, Result>(run: (wanted: Wanted) => Promise<Result>) {
  const queue = createWorkQueue();
  const underWay = new Map<string, Promise<Result>>();
  return (wanted: Wanted): Promise<Result> => {
    const key = JSON.stringify(wanted);
    const known = underWay.get(key);
    if (known) return known;
    const result = queue(() => run(wanted)).finally(() => underWay.delete(key));
    underWay.set(key, result);
    return result;
  };
}
