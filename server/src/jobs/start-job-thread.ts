import type { Config } from '../config/config.ts';
import { hasReconciliation } from '../config/reconcile.ts';
import type { DeliveryMetrics } from '../deliveries/metrics.ts';
import type { LogStream } from '../log/logger.ts';
import { createRefusalCounter, type RefusalCount } from '../sales/notices/refusals.ts';
import { type CaptureStore, readNewestChange } from '../store/capture/capture-store.ts';
import type { ReportError } from '../store/health/report-error.ts';
import { startThread } from '../threads/thread.ts';

export interface JobThreadData {
  readonly config: Config;
  /** The newest change when the process started, or when its settings last changed; null if unknown. */
  readonly changesAfter: number | null;
  /** ISO time in UTC of the first visitor behind an untrusted proxy; null: none came. */
  readonly hiddenVisitorAt: string | null;
}

/** A message that something was stored, a proxy hides visitors, notices were refused, or the thread or process ends. */
export type JobThreadMessage =
  | 'notice'
  | 'row'
  | 'hidden-visitor-address'
  | { readonly refused: readonly RefusalCount[] }
  | 'restart'
  | 'stop';

interface JobThreadDependencies extends Pick<JobThreadData, 'config' | 'changesAfter'> {
  readonly store: CaptureStore;
  readonly logStream: LogStream;
  readonly reportError: ReportError;
  readonly onMetrics?: ((metrics: DeliveryMetrics) => void) | undefined;
}

/** Rows that are stored within this time wake the thread once. */
const JOBS_WAKE_DELAY_MS = 20;

/** Whether a platform's secret or the credentials of its API are set. */
export const hasSalesSource = ({ postbacks, reconcile }: Config): boolean =>
  Object.values(postbacks.secrets).some((secrets) => secrets.length > 0) ||
  hasReconciliation(reconcile);

/** Runs the jobs in one thread, because each thread costs memory and SQLite has only one writer at a time. */
export function startJobThread(deps: JobThreadDependencies) {
  const { store } = deps;
  let { config, changesAfter } = deps;
  let hiddenVisitorAt: string | null = null;
  const thread = startThread({
    file: new URL('./job-thread.ts', import.meta.url),
    workerData: (): JobThreadData => ({ config, changesAfter, hiddenVisitorAt }),
    name: 'background work',
    logStream: deps.logStream,
    reportError: deps.reportError,
    onMessage: (message) => deps.onMetrics?.(message as DeliveryMetrics),
  });
  const refusals = createRefusalCounter((refused) =>
    thread.post({ refused } satisfies JobThreadMessage),
  );
  return {
    onNotice: debounce(() => thread.post('notice' satisfies JobThreadMessage)),
    onRefused: refusals.count,
    /** Call this after a row of a visitor whose address is hidden by an untrusted proxy. */
    onHiddenVisitorAddress: debounce(() => {
      hiddenVisitorAt ??= new Date().toISOString();
      thread.post('hidden-visitor-address' satisfies JobThreadMessage);
    }),
    onStored: debounce(() => thread.post('row' satisfies JobThreadMessage)),
    /** Restarts the thread. Captures go on meanwhile, and their wake-ups wait. */
    async configure(next: Config) {
      // A new destination receives only changes from now on.
      changesAfter = await readNewestChange(store);
      config = next;
      await thread.restart();
    },
    async stop() {
      refusals.flush();
      await thread.stop();
    },
  };
}

function debounce(run: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      run();
    }, JOBS_WAKE_DELAY_MS).unref();
  };
}
