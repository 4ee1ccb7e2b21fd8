import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { LogStream } from '../log/logger.ts';
import type { ReportError } from '../store/capture-store.ts';

interface ThreadParts {
  /** The module to run. */
  readonly file: URL;
  /** Called at each start. */
  readonly options: () => WorkerOptions;
  /** Its name in the log. */
  readonly work: string;
  /** Receives the thread's log lines, which it posts as strings. */
  readonly logStream: LogStream;
  /** Receives every other message. */
  readonly onMessage?: (message: unknown) => void;
  readonly reportError: ReportError;
  /** Time before a thread that ended unexpectedly is restarted. */
  readonly restartDelayMs?: number;
}

/** A worker thread that is restarted when it ends unexpectedly. */
export interface Thread {
  post(message: string): void;
  /** Posts `stop` and waits for the end; terminates the thread after 2 s. */
  stop(): Promise<void>;
}

const RESTART_DELAY_MS = 5_000;
/** Interrupted work is repeated after the next start. */
const STOP_TIMEOUT_MS = 2_000;

/** Starts a thread, and restarts it whenever it ends unexpectedly. */
export function startThread({ restartDelayMs = RESTART_DELAY_MS, ...parts }: ThreadParts): Thread {
  let isStopping = false;
  let worker: Worker | null = start();

  function start(): Worker {
    const started = new Worker(parts.file, parts.options());
    started.on('message', (message: unknown) => {
      if (typeof message === 'string') parts.logStream.write(message);
      else parts.onMessage?.(message);
    });
    started.on('error', (error) => parts.reportError(`${parts.work}: its thread ended`, error));
    started.on('exit', () => {
      worker = null;
      setTimeout(() => {
        if (!isStopping) worker = start();
      }, restartDelayMs).unref();
    });
    return started;
  }

  return {
    post: (message) => worker?.postMessage(message),
    async stop() {
      isStopping = true;
      if (!worker) return;
      const running = worker;
      const end = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.postMessage('stop');
      const timer = setTimeout(() => void running.terminate(), STOP_TIMEOUT_MS);
      await end;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a module once in a separate thread.
 * @returns the message that it posts
 * @throws its error
 */
export async function runOnce<Result>(file: URL, workerData: unknown): Promise<Result> {
  const worker = new Worker(file, { workerData });
  const ended = once(worker, 'exit');
  // The promise of the message rejects with the same error.
  ended.catch(() => {});
  const [answer] = await once(worker, 'message');
  await ended;
  return answer;
}
