import type { Config } from '../config/config.ts';
import { hasReconciliation } from '../config/reconcile.ts';
import type { DeliveryMetrics } from '../deliveries/metrics.ts';
import { hasConfiguredDestination } from '../deliveries/settings.ts';
import type { LogStream } from '../log/logger.ts';
import {
  type CountRefusal,
  createRefusalCounter,
  type RefusalCount,
} from '../sales/count-refusals.ts';
import type { ReportError, Store } from '../store/capture-store.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { startThread, type Thread } from './thread.ts';

/** The data with which the thread starts. */
export interface WorkData {
  readonly config: Config;
  /** The number of captures in progress. */
  readonly captures: SharedArrayBuffer;
  /** Whether a destination existed when the thread started. */
  readonly isDelivering: boolean;
  /** The row numbers when the process started, or when its settings last changed; null if unknown. */
  readonly begun: RowNumbers | null;
}

/**
 * A message to the thread: a notice was stored, a row was stored, deliveries are needed, a proxy hides a visitor's address,
 * notices were refused, or stop.
 */
export type WorkMessage =
  | 'notice'
  | 'row'
  | 'deliver'
  | 'hidden-visitor'
  | { readonly refused: readonly RefusalCount[] }
  | 'stop';

export interface Work {
  /** Must be called after a notice was stored. */
  onNotice(): void;
  /** Must be called after a notice was refused. */
  readonly onRefused: CountRefusal;
  /** Must be called after a row was stored that destinations may receive. */
  onStored(): void;
  /** Must be called after a capture of a visitor whose address a proxy hides. */
  onHiddenVisitor(): void;
  /** Restarts the thread with other settings. Captures and their wake-ups go on meanwhile. */
  configure(config: Config): Promise<void>;
  stop(): Promise<void>;
}

interface WorkParts extends Pick<WorkData, 'config' | 'captures' | 'begun'> {
  readonly store: Pick<Store, 'hasDestinations' | 'readRowNumbers'>;
  readonly logStream: LogStream;
  readonly reportError: ReportError;
  /** Receives the delivery metrics. */
  readonly onNumbers?: ((numbers: DeliveryMetrics) => void) | undefined;
}

/** If only visits need the thread, it starts later: reports add unread events themselves. */
const START_DELAY_MS = 2_000;
/** A command may add the first destination at any time. */
const DESTINATION_POLL_INTERVAL_MS = 500;
/** The thread is woken once for all rows that are stored within this time. */
const WAKE_DELAY_MS = 20;
/** A small heap, so that garbage is collected early. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

/** Whether sales arrive: a platform's secret or the credentials of its API are set. */
export const hasSales = ({ postbacks, reconcile }: Config): boolean =>
  Object.values(postbacks.secrets).some((secrets) => secrets.length > 0) ||
  hasReconciliation(reconcile);

/**
 * Starts all background work in one thread: updating visits and sales, and deliveries once a destination exists. One
 * thread, because each costs memory and SQLite has one writer at a time.
 */
export function startWork(parts: WorkParts): Work {
  const { captures, store } = parts;
  let { config, begun } = parts;
  let isDelivering = hasConfiguredDestination(config);
  let thread: Thread | null = null;

  function start(): Thread {
    clearTimeout(starting);
    thread ??= startThread({
      file: new URL('./work-thread.ts', import.meta.url),
      workerOptions: () => ({
        workerData: { config, captures, begun, isDelivering } satisfies WorkData,
        resourceLimits: LIMITS,
      }),
      name: 'background work',
      logStream: parts.logStream,
      reportError: parts.reportError,
      onMessage: (message) => parts.onNumbers?.(message as DeliveryMetrics),
    });
    return thread;
  }

  async function pollDestinations() {
    if (!(await store.hasDestinations())) return;
    isDelivering = true;
    clearInterval(polling);
    start().post('deliver' satisfies WorkMessage);
  }

  const starting = setTimeout(start, START_DELAY_MS).unref();
  // With configured destinations, deliveries run from the start.
  const polling = isDelivering
    ? undefined
    : setInterval(() => void pollDestinations(), DESTINATION_POLL_INTERVAL_MS).unref();
  if (isDelivering || hasSales(config)) start();
  if (polling) void pollDestinations();
  const wakeSales = debounce(() => thread?.post('notice' satisfies WorkMessage));
  const wakeDeliveries = debounce(() => thread?.post('row' satisfies WorkMessage));
  const reportHiddenVisitor = debounce(() => thread?.post('hidden-visitor' satisfies WorkMessage));
  const refusals = createRefusalCounter((refused) =>
    start().post({ refused } satisfies WorkMessage),
  );
  return {
    onNotice: wakeSales,
    onRefused: refusals.count,
    onHiddenVisitor: reportHiddenVisitor,
    onStored: () => isDelivering && wakeDeliveries(),
    async configure(next) {
      // A destination that is new receives the rows from here on, not those since the process started.
      begun = await store.readRowNumbers();
      config = next;
      if (hasConfiguredDestination(config)) {
        isDelivering = true;
        clearInterval(polling);
      }
      if (thread) await thread.restart();
      else if (isDelivering || hasSales(config)) start();
    },
    async stop() {
      clearTimeout(starting);
      clearInterval(polling);
      refusals.flush();
      await thread?.stop();
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
