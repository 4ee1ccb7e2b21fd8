import { Worker } from 'node:worker_threads';
import type { LogStream } from '../log/logger.ts';
import type { ReportError } from '../store/health/report-error.ts';
import { makeCalls, type RemoteFunctions } from './calls.ts';

interface ThreadOptions {
  readonly file: URL;
  readonly workerData: () => unknown;
  readonly name: string;
  readonly logStream: LogStream;
  readonly onMessage?: (message: unknown) => void;
  readonly reportError: ReportError;
  readonly restartDelayMs?: number;
}

const THREAD_RESTART_DELAY_MS = 5_000;
/** After this time, a thread is terminated. Nothing is lost, because the next start redoes its work. */
const THREAD_STOP_TIMEOUT_MS = 2_000;

export function startThread(threadOptions: ThreadOptions) {
  const { name, restartDelayMs = THREAD_RESTART_DELAY_MS, reportError, ...options } = threadOptions;
  let isStopping = false;
  const waitingMessages = new Set<unknown>();
  let workerExit: Promise<void> | null = null;
  let worker: Worker | null = start();

  function start(): Worker {
    const newWorker = new Worker(options.file, { workerData: options.workerData() });
    newWorker.on('message', (message: unknown) => {
      if (typeof message === 'string') options.logStream.write(message);
      else options.onMessage?.(message);
    });
    newWorker.on('error', (error) =>
      reportError(`${name}: its thread crashed and will restart`, error),
    );
    newWorker.on('exit', () => {
      worker = null;
      const delayMs = workerExit === null ? restartDelayMs : 0;
      setTimeout(() => {
        if (!isStopping) worker = start();
      }, delayMs).unref();
    });
    for (const message of waitingMessages) newWorker.postMessage(message);
    waitingMessages.clear();
    return newWorker;
  }

  async function endWorker(runningWorker: Worker, message: 'restart' | 'stop') {
    const exited = new Promise<void>((resolve) => runningWorker.once('exit', () => resolve()));
    runningWorker.postMessage(message);
    const timer = setTimeout(() => void runningWorker.terminate(), THREAD_STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    workerExit = null;
  }

  async function stopWorker(message: 'restart' | 'stop') {
    if (worker) workerExit ??= endWorker(worker, message);
    await workerExit;
  }

  return {
    /** Sends a message. While no thread runs, the message waits for the next start, and equal strings are sent once. */
    post(message: unknown) {
      if (worker && workerExit === null) worker.postMessage(message);
      else waitingMessages.add(message);
    },
    restart: () => stopWorker('restart'),
    async stop() {
      isStopping = true;
      await stopWorker('stop');
    },
  };
}

/**
 * Starts a thread that lives as long as `use` runs.
 * @throws the error of a called function, or an error if the thread exits early
 */
export async function useThread<Functions, Result>(
  file: URL,
  use: (functions: RemoteFunctions<Functions>) => Promise<Result>,
): Promise<Result> {
  const worker = new Worker(file);
  const calls = makeCalls<Functions>((call) => worker.postMessage(call));
  worker.on('message', calls.receive);
  worker.on('error', calls.fail);
  worker.on('exit', () => calls.fail(new Error(`${file.pathname}: the thread ended.`)));
  try {
    return await use(calls.functions);
  } finally {
    await worker.terminate();
  }
}
