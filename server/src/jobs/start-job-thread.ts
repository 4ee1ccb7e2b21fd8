import type { Config } from '../config/config.ts';
import { hasReconciliation } from '../config/reconcile.ts';
import type { DeliveryMetrics } from '../deliveries/metrics.ts';
import type { LogStream } from '../log/logger.ts';
import { createRefusalCounter, type RefusalCount } from '../sales/refusals.ts';
import type { CaptureStore } from '../store/capture-store.ts';
import { readNewestChange } from '../store/read-captures.ts';
import type { ReportError } from '../store/report-error.ts';
import { startThread } from './thread.ts';

/** The data with which the thread starts. */
export interface JobThreadData {
  readonly config: Config;
  /** The newest change when the process started, or when its settings last changed; null if unknown. */
  readonly afterChange: number | null;
}

/**
 * A message to the thread: a notice was stored, a row was stored, a proxy hides a visitor's address, notices were
 * refused, or stop.
 */
export type JobThreadMessage =
  | 'notice'
  | 'row'
  | 'hidden-visitor'
  | { readonly refused: readonly RefusalCount[] }
  | 'stop';

interface JobThreadDependencies extends Pick<JobThreadData, 'config' | 'afterChange'> {
  readonly store: CaptureStore;
  readonly logStream: LogStream;
  readonly reportError: ReportError;
  /** Receives the delivery metrics. */
  readonly onMetrics?: ((metrics: DeliveryMetrics) => void) | undefined;
}

/** The thread is woken once for all rows that are stored within this time. */
const WAKE_DELAY_MS = 20;

/** Whether sales arrive: a platform's secret or the credentials of its API are set. */
export const hasSalesSource = ({ postbacks, reconcile }: Config): boolean =>
  Object.values(postbacks.secrets).some((secrets) => secrets.length > 0) ||
  hasReconciliation(reconcile);

/**
 * Starts all background work in one thread, because each thread costs memory and SQLite has one writer at a time. The
 * returned functions tell the thread of stored rows and notices.
 */
export function startJobThread(deps: JobThreadDependencies) {
  const { store } = deps;
  let { config, afterChange } = deps;
  const thread = startThread({
    file: new URL('./job-thread.ts', import.meta.url),
    workerData: (): JobThreadData => ({ config, afterChange }),
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
    /** A row came from a visitor whose address a proxy hides, because the proxy is not trusted. */
    onHiddenVisitor: debounce(() => thread.post('hidden-visitor' satisfies JobThreadMessage)),
    /** A lead, an application or a draft was stored. */
    onStored: debounce(() => thread.post('row' satisfies JobThreadMessage)),
    /** Restarts the thread with other settings. Captures and their wake-ups go on meanwhile. */
    async configure(next: Config) {
      // A new destination receives only changes from now on, not the changes since the process started.
      afterChange = await readNewestChange(store);
      config = next;
      await thread.restart();
    },
    async stop() {
      refusals.flush();
      await thread.stop();
    },
  };
}

/** Returns a function that runs `run` once after {@link WAKE_DELAY_MS}, however often it is called meanwhile. */
function debounce(run: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      run();
    }, WAKE_DELAY_MS).unref();
  };
}
