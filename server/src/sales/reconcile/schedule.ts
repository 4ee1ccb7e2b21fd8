import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '@funil/contract/durations';
import type { ReportError } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import type { PlatformApi } from './apis.ts';
import type { CompareParts } from './compare-sales.ts';
import { reconcileIfDue } from './reconcile.ts';

/** Operators' requests are found within this time. */
const POLL_INTERVAL_MS = 3 * SECOND_MS;

interface ReconcilerParts extends Omit<CompareParts, 'database' | 'signal'> {
  readonly apis: readonly PlatformApi[];
  readonly open: () => Promise<Database>;
  readonly reportError: ReportError;
}

/** Compares sales with each platform at the start and whenever it is due, until stopped. */
export function startReconciler({ apis, open, reportError, ...parts }: ReconcilerParts) {
  const stop = new AbortController();
  const { signal } = stop;
  const startedAt = parts.now();

  async function run() {
    while (!signal.aborted) {
      try {
        await using database = await open();
        await Promise.all(apis.map((platform) => compareWhenDue(platform, database)));
      } catch (error) {
        reportError('sales are not compared with the platforms', error);
        await sleep();
      }
    }
  }

  async function compareWhenDue(platform: PlatformApi, database: Database) {
    while (!signal.aborted) {
      const outcome = await reconcileIfDue(platform, { ...parts, database, signal }, startedAt);
      if (outcome.is === 'failed' && outcome.cause) {
        reportError('a comparison of sales was interrupted', outcome.cause);
      }
      await sleep();
    }
  }

  const sleep = () =>
    pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
      // Stopped.
    });
  const running = run();
  return {
    stop() {
      stop.abort();
      return running;
    },
  };
}
