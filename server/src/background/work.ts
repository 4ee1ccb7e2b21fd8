import type { Config, StoreConfig } from '../config/config.ts';
import { hasConversions } from '../config/conversions.ts';
import type { DeliveryNumbers } from '../deliveries/numbers.ts';
import { type DeliveriesConfig, isConfigured } from '../deliveries/settings.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble, Store } from '../store/capture-store.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import type { GiveWay } from '../store/right-of-way.ts';
import { startThread, type Thread } from './thread.ts';

/** The data that the thread receives at its start. */
export interface WorkConfig {
  /** The number of captures in progress. */
  readonly captures: SharedArrayBuffer;
  readonly visits: VisitsConfig;
  /** Null if no platform's secret is set, so that no notices arrive. */
  readonly sales: SalesConfig | null;
  readonly deliveries: DeliveriesConfig;
  /** Whether a destination existed when the thread started. */
  readonly isDelivering: boolean;
  /** The row numbers when the process started; null if unknown. */
  readonly begun: RowNumbers | null;
}

export interface VisitsConfig {
  readonly store: StoreConfig;
  /** Days until the visit data for conversions is erased. */
  readonly contextDays: number;
  /** Whether conversions are sent to Meta or Google. */
  readonly isConverting: boolean;
}

export type SalesConfig = Pick<Config, 'store' | 'sales'>;

/** The dependencies of all work beside captures. */
export interface BesideCaptures {
  readonly giveWay: GiveWay;
  readonly reportTrouble: ReportTrouble;
}

/** A message to the thread: a notice or row was stored, deliveries are needed, or the end. */
export type WorkMessage = 'notice' | 'row' | 'deliver' | 'stop';

export interface Work {
  /** Call it when a notice was stored. */
  onNotice(): void;
  /** Call it when a row was stored that destinations may receive. */
  onStored(): void;
  stop(): Promise<void>;
}

interface WorkParts {
  readonly config: Config;
  readonly captures: SharedArrayBuffer;
  readonly store: Pick<Store, 'hasDestinations'>;
  /** The row numbers before the first capture; null if unknown. */
  readonly begun: RowNumbers | null;
  readonly logStream: LogStream;
  readonly reportTrouble: ReportTrouble;
  /** Receives the delivery metrics. */
  readonly onNumbers?: ((numbers: DeliveryNumbers) => void) | undefined;
}

/** The thread starts late if only visits need it: a report adds events that are in no visit yet. */
const START_DELAY_MS = 2_000;
/** Between two polls for a first destination, which a command may add. */
const DESTINATION_POLL_INTERVAL_MS = 500;
/** Rows stored within this time wake the thread once. */
const WAKE_DELAY_MS = 20;
/** A small heap, so that garbage is collected early. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

/**
 * Starts all work beside captures in one thread: updating visits and sales, and deliveries once a destination exists. One
 * thread, because each costs memory and SQLite has one writer at a time.
 */
export function startWork(parts: WorkParts): Work {
  const { config, store } = parts;
  const sells = Object.values(config.postbacks.secrets).some((secret) => secret !== null);
  let isDelivering = isConfigured(config);
  let thread: Thread | null = null;

  function start(): Thread {
    clearTimeout(starting);
    thread ??= startThread({
      file: new URL('./work-thread.ts', import.meta.url),
      options: () => ({
        workerData: workOf(parts, { sells, isDelivering }),
        resourceLimits: LIMITS,
      }),
      work: 'work beside captures',
      logStream: parts.logStream,
      reportTrouble: parts.reportTrouble,
      onMessage: (message) => parts.onNumbers?.(message as DeliveryNumbers),
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
  if (sells || isDelivering) start();
  if (polling) void pollDestinations();
  const wakeSales = debounce(() => thread?.post('notice' satisfies WorkMessage));
  const wakeDeliveries = debounce(() => thread?.post('row' satisfies WorkMessage));
  return {
    onNotice: wakeSales,
    onStored: () => isDelivering && wakeDeliveries(),
    async stop() {
      clearTimeout(starting);
      clearInterval(polling);
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

/** Returns the settings that the thread needs. */
function workOf(
  { config, captures, begun }: WorkParts,
  { sells, isDelivering }: { readonly sells: boolean; readonly isDelivering: boolean },
): WorkConfig {
  const { store, sales, site, mail, console, conversions, webhooks } = config;
  return {
    captures,
    visits: {
      store,
      contextDays: conversions.contextDays,
      isConverting: hasConversions(conversions),
    },
    sales: sells ? { store, sales } : null,
    deliveries: { store, sales, site, mail, console, conversions, webhooks },
    isDelivering,
    begun,
  };
}
