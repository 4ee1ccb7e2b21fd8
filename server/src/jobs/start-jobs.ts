import { SECOND_MS } from '@funil/contract/durations';
import { createWakeSignal } from '../concurrency/wake-signal.ts';
import type { Database } from '../store/database.ts';
import { createOutageReporter, type ReportError } from '../store/health/report-error.ts';
import { isBusy } from '../store/sqlite/busy-retry.ts';
import { createSettledClock } from './settled-clock.ts';

interface JobContext {
  readonly database: Database;
  readonly now: () => number;
  /** The time for deletions by age, which distrusts a clock that was set ahead (settled-clock.ts). */
  readonly settledNow: () => number;
  readonly signal: AbortSignal;
}

export interface Job {
  readonly everyMs: number;
  readonly wakeOn?: 'hidden-visitor-address' | 'notice' | 'refused' | 'row';
  readonly failureMessage: string;
  /** After the outcome `more`, the job runs again almost at once. */
  run(context: JobContext): Promise<unknown>;
  /** Called after the last run, if any run succeeded. */
  end?(context: JobContext): Promise<unknown>;
}

interface JobsDependencies extends Pick<JobContext, 'now'> {
  readonly open: () => Promise<Database>;
  /** Returns an ISO time in UTC that an earlier process stored; null: there is none. */
  readonly readLastTime?: (database: Database) => Promise<string | null>;
  readonly reportError: ReportError;
}

const JOB_RETRY_AFTER_ERROR_MS = 5 * SECOND_MS;
const JOB_RETRY_WHEN_LOCKED_MS = 100;
/** The pause before a job with the outcome `more` runs again. Without it, captures lose a third of their rate. */
const JOB_PAUSE_BEFORE_MORE_MS = 20;

/** A slow job delays no other. A failure is reported once, until the job succeeds again. */
export function startJobs(
  jobs: readonly Job[],
  { open, readLastTime = async () => null, now, reportError }: JobsDependencies,
) {
  const stopController = new AbortController();
  const { signal } = stopController;
  let opening: Promise<JobContext> | null = null;

  async function openOnce(): Promise<JobContext> {
    const database = await open();
    // If the time cannot be read, only a clock that was wrong at the start goes unnoticed.
    const lastTime = await readLastTime(database).catch(() => null);
    const settledNow = createSettledClock({ now, uptime: () => performance.now() }, lastTime);
    return { database, now, settledNow, signal };
  }

  function openContext(): Promise<JobContext> {
    opening ??= openOnce().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  function repeat(job: Job) {
    const wakeSignal = createWakeSignal();
    const stopSignal = createWakeSignal();
    const outages = createOutageReporter(job.failureMessage, reportError);
    let hasSucceeded = false;

    async function runOnce() {
      try {
        const outcome = await job.run(await openContext());
        hasSucceeded = true;
        outages.recordSuccess();
        return outcome === 'more'
          ? stopSignal.wait(JOB_PAUSE_BEFORE_MORE_MS)
          : wakeSignal.wait(job.everyMs);
      } catch (error) {
        outages.recordFailure(error);
        return stopSignal.wait(isBusy(error) ? JOB_RETRY_WHEN_LOCKED_MS : JOB_RETRY_AFTER_ERROR_MS);
      }
    }

    async function run() {
      while (!signal.aborted) await runOnce();
      if (!hasSucceeded) return;
      await openContext()
        .then((context) => job.end?.(context))
        .catch((error) => reportError(job.failureMessage, error));
    }

    return { job, wakeSignal, stopSignal, running: run() };
  }

  const loops = jobs.map(repeat);
  return {
    wake(event: NonNullable<Job['wakeOn']>) {
      for (const { job, wakeSignal } of loops) if (job.wakeOn === event) wakeSignal.wake();
    },
    async stop() {
      stopController.abort();
      for (const { wakeSignal, stopSignal } of loops) {
        wakeSignal.wake();
        stopSignal.wake();
      }
      await Promise.all(loops.map(({ running }) => running));
      await (await opening)?.database.destroy();
    },
  };
}
