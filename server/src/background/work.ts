import type { Config, StoreConfig } from '../config/config.ts';
import { hasConversions } from '../config/conversions.ts';
import type { DeliveriesConfig } from '../deliveries/destinations.ts';
import { isConfigured } from '../deliveries/is-configured.ts';
import type { DeliveryNumbers } from '../deliveries/numbers.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble, Store } from '../store/capture-store.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import type { GiveWay } from '../store/right-of-way.ts';
import { startThread, type Thread } from './thread.ts';

/** What the thread needs to know. */
export interface WorkConfig {
  /** How many captures are under way. */
  readonly captures: SharedArrayBuffer;
  readonly visits: VisitsConfig;
  /** Null: without a platform's secret there are no notices. */
  readonly sales: SalesConfig | null;
  readonly deliveries: DeliveriesConfig;
  /** Whether there was anybody to tell when the thread began. */
  readonly isTelling: boolean;
  /** What was stored when the process began; null: not known. */
  readonly begun: RowNumbers | null;
}

export interface VisitsConfig {
  readonly store: StoreConfig;
  /** Days until what conversions know of a visit is erased. */
  readonly contextDays: number;
  /** Whether anything is told to Meta or Google. */
  readonly isConverting: boolean;
}

export type SalesConfig = Pick<Config, 'store' | 'sales'>;

/** What all work beside captures needs. */
export interface BesideCaptures {
  readonly giveWay: GiveWay;
  readonly reportTrouble: ReportTrouble;
}

/** What the thread is told. */
export type WorkWord = 'notice' | 'row' | 'tell' | 'stop';

export interface Work {
  /** A notice was kept, and is to be read. */
  onNotice(): void;
  /** A row was stored that may be told of. */
  onStored(): void;
  stop(): Promise<void>;
}

interface WorkParts {
  readonly config: Config;
  readonly captures: SharedArrayBuffer;
  readonly store: Pick<Store, 'hasDestinations'>;
  /** What was stored before the first capture; null: not known. */
  readonly begun: RowNumbers | null;
  readonly logStream: LogStream;
  readonly reportTrouble: ReportTrouble;
  /** Hears what there was of deliveries to count. */
  readonly onNumbers?: ((numbers: DeliveryNumbers) => void) | undefined;
}

/** Nobody waits for visits, ms: a report adds what is in none yet. */
const DELAY = 2_000;
/** Between two looks for a first destination, in ms: a command adds endpoints. */
const LOOK = 500;
/** What is stored together is told of together, in ms. */
const GATHER = 20;
/** Memory for work that holds little at once: garbage is collected sooner. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

/**
 * All that happens beside captures, in one thread: visits and sales are kept up to date, and what happened
 * is told outside once there is anybody to tell. One, because a thread costs memory, and because of two
 * that write to the embedded database one waits for the other.
 */
export function startWork(parts: WorkParts): Work {
  const { config, store } = parts;
  const sells = Object.values(config.postbacks.secrets).some((secret) => secret !== null);
  let isTelling = isConfigured(config);
  let thread: Thread | null = null;

  function start(): Thread {
    clearTimeout(starting);
    thread ??= startThread({
      file: new URL('./work-thread.ts', import.meta.url),
      options: () => ({ workerData: workOf(parts, { sells, isTelling }), resourceLimits: LIMITS }),
      work: 'work beside captures',
      logStream: parts.logStream,
      reportTrouble: parts.reportTrouble,
      onMessage: (message) => parts.onNumbers?.(message as DeliveryNumbers),
    });
    return thread;
  }

  async function look() {
    if (!(await store.hasDestinations())) return;
    isTelling = true;
    clearInterval(looking);
    start().tell('tell' satisfies WorkWord);
  }

  const starting = setTimeout(start, DELAY).unref();
  // Who is configured is told from the start: nobody is looked for then.
  const looking = isTelling ? undefined : setInterval(() => void look(), LOOK).unref();
  if (sells || isTelling) start();
  if (looking) void look();
  const wakeSales = gather(() => thread?.tell('notice' satisfies WorkWord));
  const wakeTelling = gather(() => thread?.tell('row' satisfies WorkWord));
  return {
    onNotice: wakeSales,
    onStored: () => isTelling && wakeTelling(),
    async stop() {
      clearTimeout(starting);
      clearInterval(looking);
      await thread?.stop();
    },
  };
}

/** Does something once, soon, however often it is asked meanwhile. */
function gather(run: () => void): () => void {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    setTimeout(() => {
      isComing = false;
      run();
    }, GATHER).unref();
  };
}

/** What may be handed to a thread: settings in groups, no more of them than it needs. */
function workOf(
  { config, captures, begun }: WorkParts,
  { sells, isTelling }: { readonly sells: boolean; readonly isTelling: boolean },
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
    isTelling,
    begun,
  };
}
