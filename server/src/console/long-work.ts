import type { StoreConfig } from '../config/config.ts';
import { runOnce } from '../jobs/thread.ts';
import { limitParallel } from '../operators/limit-parallel.ts';
import { createPageEngine, hasPageEngine } from '../page/engine.ts';
import type { Tasks } from './task-thread.ts';

/** Work that would block the console's thread too long. */
export type LongWork = ReturnType<typeof workInThreads>;

type Result<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

const runTask = <Name extends keyof Tasks>(name: Name, ...args: Parameters<Tasks[Name]>) =>
  runOnce<Result<Name>>(new URL('./task-thread.ts', import.meta.url), { name, args });

/** A task takes a thread's memory, so that one of each kind runs at a time. */
const QUEUE_LIMITS = { running: 1, waiting: 8 };

/** Returns functions that run the console's long tasks, each in a separate thread. */
export function workInThreads(store: StoreConfig) {
  const erasures = limitParallel(QUEUE_LIMITS);
  const previews = limitParallel(QUEUE_LIMITS);
  return {
    /** Erases the chosen rows of a person, by their keys. Returns the number of erased rows by kind. */
    forget: (...[request]: TaskInput<'forget'>) =>
      erasures(() => runTask('forget', store, request)),
    report: (...[request]: TaskInput<'report'>) => runTask('report', store, request),
    previewImport: (...[request]: TaskInput<'previewImport'>) =>
      previews(() => runTask('previewImport', store, request)),
    runImport: (...[request]: TaskInput<'runImport'>) => runTask('runImport', store, request),
    undoImport: (...[request]: TaskInput<'undoImport'>) => runTask('undoImport', store, request),
    /** Returns the reason why a new password is refused; null if it is accepted. */
    judgePassword: (password: string, email: string) => runTask('judgePassword', password, email),
    /** Returns the doctor's findings. */
    examine: () => runTask('examine'),
    /** Checks, shows and writes the page's content. */
    pageEngine: createPageEngine(),
    /** Whether the engine's bundle is built. */
    hasPageEngine,
  };
}

/** A task's arguments without the store. */
type TaskInput<Name extends keyof Tasks> =
  Parameters<Tasks[Name]> extends [StoreConfig, ...infer Input] ? Input : never;

/** Choices of filters that took long to count are kept, so that a click on the next filter does not wait again. */
export const CHOICES_KEPT_MS = 10_000;
const SLOW_MS = 50;
const MAX_KEPT = 20;

/**
 * Returns a function that runs requests one at a time, and answers requests with the same JSON by one run while it lasts.
 * The result of a slow run is kept for `keptMs`; a fast one is always current.
 */
export function shareResults<Request, Result>(
  run: (request: Request) => Promise<Result>,
  { keptMs = 0 }: { readonly keptMs?: number } = {},
) {
  const queue = limitParallel(QUEUE_LIMITS);
  const shared = new Map<string, { until: number; readonly result: Promise<Result> }>();

  async function runQueued(key: string, request: Request): Promise<Result> {
    let isSlow = false;
    try {
      return await queue(async () => {
        const start = performance.now();
        const result = await run(request);
        isSlow = performance.now() - start >= SLOW_MS;
        return result;
      });
    } finally {
      const entry = shared.get(key);
      if (isSlow && keptMs > 0 && entry) entry.until = performance.now() + keptMs;
      else shared.delete(key);
    }
  }

  return (request: Request): Promise<Result> => {
    const key = JSON.stringify(request);
    const known = shared.get(key);
    if (known && performance.now() < known.until) return known.result;
    shared.delete(key);
    const [oldest] = shared.keys();
    if (shared.size >= MAX_KEPT && oldest !== undefined) shared.delete(oldest);
    const result = runQueued(key, request);
    shared.set(key, { until: Number.POSITIVE_INFINITY, result });
    return result;
  };
}
