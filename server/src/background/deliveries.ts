import { type DeliveriesConfig, isConfigured } from '../deliveries/destinations.ts';
import type { DeliveryNumbers } from '../deliveries/numbers.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble, Store } from '../store/capture-store.ts';
import { SMALL, startThread, type Thread } from './thread.ts';

export interface Delivering {
  /** A row was stored that may be told of. */
  wake(): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly config: DeliveriesConfig;
  readonly store: Pick<Store, 'hasDestinations'>;
  readonly logStream: LogStream;
  readonly reportTrouble: ReportTrouble;
  /** Hears what there was to count. */
  readonly onNumbers?: ((numbers: DeliveryNumbers) => void) | undefined;
}

/** Between two looks for a first destination, in ms: a command adds endpoints. */
const LOOK = 500;
/** What is stored together is told of together, in ms. */
const GATHER = 20;

/**
 * Tells the outside in a thread of its own. It is started once there is anybody to tell: settings name
 * somebody, or the operator has added an endpoint.
 */
export function startDelivering(parts: Parts): Delivering {
  const { config, store, logStream, reportTrouble } = parts;
  let thread: Thread | null = null;
  let isWaking = false;
  const workerData: DeliveriesConfig = {
    store: config.store,
    sales: config.sales,
    site: config.site,
    mail: config.mail,
    console: config.console,
    conversions: config.conversions,
    webhooks: config.webhooks,
  };

  function start() {
    clearInterval(looking);
    thread ??= startThread({
      file: new URL('./deliveries-worker.ts', import.meta.url),
      options: { workerData, resourceLimits: SMALL },
      work: 'deliveries',
      logStream,
      reportTrouble,
      onMessage: (message) => parts.onNumbers?.(message as DeliveryNumbers),
    });
  }

  const look = async () => {
    if (await store.hasDestinations()) start();
  };
  const looking = setInterval(() => void look(), LOOK).unref();
  if (isConfigured(config)) start();
  else void look();

  return {
    wake() {
      if (thread === null || isWaking) return;
      isWaking = true;
      setTimeout(() => {
        isWaking = false;
        thread?.tell('wake');
      }, GATHER).unref();
    },
    async stop() {
      clearInterval(looking);
      await thread?.stop();
    },
  };
}
