/** Thrown if a task was not started, because too many wait. */
export class TooBusyError extends Error {}

interface ParallelLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Runs a few tasks at once, queues some, and rejects others with {@link TooBusyError}. */
export function limitParallel(limits: ParallelLimits) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= limits.waiting) throw new TooBusyError('Too many tasks are waiting.');
    if (running >= limits.running) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
