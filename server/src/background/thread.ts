import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble } from '../store/capture-store.ts';

export interface ThreadParts {
  /** The module that runs in it. */
  readonly file: URL;
  /** Asked for at each start. */
  readonly options: () => WorkerOptions;
  /** What it does, as the log tells when it ends by itself. */
  readonly work: string;
  /** Takes the thread's own lines. */
  readonly logStream: LogStream;
  /** Hears what else it says: whatever is no line. */
  readonly onMessage?: (message: unknown) => void;
  readonly reportTrouble: ReportTrouble;
  /** Until a thread that ended by itself is started again, in ms. */
  readonly pause?: number;
}

/** Work beside the requests, which it holds up in nothing but the processor's time. */
export interface Thread {
  tell(message: string): void;
  /** Says `stop` and waits for the end, though not for ever. */
  stop(): Promise<void>;
}

const PAUSE = 5_000;
/** Longest wait, in ms, for a thread to finish what it is at: what is cut off is done again. */
const PATIENCE = 2_000;

/** Starts a thread, and starts it again whenever it ends by itself. */
export function startThread({ pause = PAUSE, ...parts }: ThreadParts): Thread {
  let isStopping = false;
  let worker: Worker | null = start();

  function start(): Worker {
    const started = new Worker(parts.file, parts.options());
    started.on('message', (message: unknown) => {
      if (typeof message === 'string') parts.logStream.write(message);
      else parts.onMessage?.(message);
    });
    started.on('error', (error) => parts.reportTrouble(`${parts.work}: its thread ended`, error));
    started.on('exit', () => {
      worker = null;
      setTimeout(() => {
        if (!isStopping) worker = start();
      }, pause).unref();
    });
    return started;
  }

  return {
    tell: (message) => worker?.postMessage(message),
    async stop() {
      isStopping = true;
      if (!worker) return;
      const running = worker;
      const end = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.postMessage('stop');
      const timer = setTimeout(() => void running.terminate(), PATIENCE);
      await end;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a module in a thread of its own, once: what takes long there holds up nobody here.
 * @returns the one message that it posts
 * @throws what it threw
 */
export async function runOnce<Answer>(file: URL, workerData: unknown): Promise<Answer> {
  const worker = new Worker(file, { workerData });
  const ended = once(worker, 'exit');
  // Told by the message's promise.
  ended.catch(() => {});
  const [answer] = await once(worker, 'message');
  await ended;
  return answer;
}
