import { limitParallel } from '../concurrency/limit-parallel.ts';
import { createPageEngine, hasPageEngine } from '../page/engine.ts';
import type { SecretsKeyConfig } from '../settings/secrets-key.ts';
import type { RemoteFunctions } from '../threads/calls.ts';
import { useThread } from '../threads/thread.ts';
import type { Tasks } from './task-thread.ts';

/** Tasks that would block the console's thread for too long. */
export type LongTasks = ReturnType<typeof createLongTasks>;

const runTask = <Result>(use: (tasks: RemoteFunctions<Tasks>) => Promise<Result>) =>
  useThread<Tasks, Result>(new URL('./task-thread.ts', import.meta.url), use);

type TaskRequest<Name extends keyof Tasks> = Parameters<Tasks[Name]>[1];

/** Kept low, because every task takes the memory of a thread. */
const TASK_QUEUE_LIMITS = { running: 1, waiting: 8 };

export function createLongTasks(config: SecretsKeyConfig) {
  const { store } = config;
  const limitErasures = limitParallel(TASK_QUEUE_LIMITS);
  const limitPreviews = limitParallel(TASK_QUEUE_LIMITS);
  return {
    eraseRows: (request: TaskRequest<'eraseRows'>) =>
      limitErasures(() => runTask((tasks) => tasks.eraseRows(config, request))),
    readReport: (request: TaskRequest<'readReport'>) =>
      runTask((tasks) => tasks.readReport(store, request)),
    previewImport: (request: TaskRequest<'previewImport'>) =>
      limitPreviews(() => runTask((tasks) => tasks.previewImport(store, request))),
    runImport: (request: TaskRequest<'runImport'>) =>
      runTask((tasks) => tasks.runImport(store, request)),
    undoImport: (request: TaskRequest<'undoImport'>) =>
      runTask((tasks) => tasks.undoImport(store, request)),
    judgePassword: (password: string, email: string) =>
      runTask((tasks) => tasks.judgePassword(password, email)),
    examineInstallation: () => runTask((tasks) => tasks.examineInstallation()),
    pageEngine: createPageEngine(),
    hasPageEngine,
  };
}

/** How long the counts of a filter's choices are kept if counting was slow, so that the filter reopens at once. */
export const FILTER_CHOICES_KEPT_MS = 10_000;
const SLOW_RUN_MS = 50;
const MAX_KEPT_RESULTS = 20;

/** Requests run one at a time; equal ones (same JSON) share a run. The result of a slow run is kept for `keptMs`. */
export function shareResults<Request, Result>(
  run: (request: Request) => Promise<Result>,
  { keptMs = 0 }: { readonly keptMs?: number } = {},
) {
  const limitRuns = limitParallel(TASK_QUEUE_LIMITS);
  const runsByKey = new Map<string, { keptUntil: number; readonly result: Promise<Result> }>();

  async function runQueued(key: string, request: Request): Promise<Result> {
    let isSlow = false;
    try {
      return await limitRuns(async () => {
        const startedAt = performance.now();
        const result = await run(request);
        isSlow = performance.now() - startedAt >= SLOW_RUN_MS;
        return result;
      });
    } finally {
      const sharedRun = runsByKey.get(key);
      if (isSlow && keptMs > 0 && sharedRun) sharedRun.keptUntil = performance.now() + keptMs;
      else runsByKey.delete(key);
    }
  }

  return (request: Request): Promise<Result> => {
    const key = JSON.stringify(request);
    const sharedRun = runsByKey.get(key);
    if (sharedRun && performance.now() < sharedRun.keptUntil) return sharedRun.result;
    runsByKey.delete(key);
    const [oldest] = runsByKey.keys();
    if (runsByKey.size >= MAX_KEPT_RESULTS && oldest !== undefined) runsByKey.delete(oldest);
    const runningTask = runQueued(key, request);
    runsByKey.set(key, { keptUntil: Number.POSITIVE_INFINITY, result: runningTask });
    return runningTask;
  };
}
