import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import type { YieldToCaptures } from '../store/capture-priority.ts';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import { openVisitUpdater } from '../visits/open-updater.ts';
import type { VisitUpdater } from '../visits/update-visits.ts';
import { eraseOldContexts } from '../visits/visit-contexts.ts';

/** Events held in memory at once. */
const MAX_EVENTS_PER_STEP = 3_000;
/** Longest pause between two steps while more events wait: captures need the processor, too. */
const MAX_YIELD_MS = 50;
const POLL_INTERVAL_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 5_000;
const ERASURE_INTERVAL_MS = 600_000;

interface VisitParts {
  readonly store: StoreConfig;
  readonly open: () => Promise<Database>;
  readonly yieldToCaptures: YieldToCaptures;
  readonly reportError: ReportError;
  /** Days until visit contexts are erased. */
  readonly contextDays: number;
  /** Whether conversions are sent to Meta or Google. */
  readonly isConverting: boolean;
}

/** Keeps visits up to date, and erases expired visit contexts, until stopped. */
export function startVisitUpdates(parts: VisitParts) {
  const stop = new AbortController();
  const running = runVisitUpdates(parts, stop.signal);
  return {
    stop() {
      stop.abort();
      return running;
    },
  };
}

async function runVisitUpdates(
  { store, open, yieldToCaptures, reportError, contextDays, isConverting }: VisitParts,
  signal: AbortSignal,
): Promise<void> {
  let updater: VisitUpdater | null = null;
  let isFailing = false;
  let erasedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let pauseMs = POLL_INTERVAL_MS;
    const start = performance.now();
    try {
      updater ??= await openVisitUpdater(store, yieldToCaptures);
      const outcome = await updater.update(MAX_EVENTS_PER_STEP);
      isFailing = false;
      if (outcome === 'more') pauseMs = Math.min(performance.now() - start, MAX_YIELD_MS);
      if (start - erasedAt > ERASURE_INTERVAL_MS) {
        erasedAt = start;
        await using database = await open();
        const retention = { days: contextDays, isConfigured: isConverting, now: Date.now() };
        await eraseOldContexts(database, retention, signal);
      }
    } catch (error) {
      if (!isFailing) reportError('visits are not kept up to date', error);
      isFailing = true;
      pauseMs = RETRY_AFTER_ERROR_MS;
      await updater?.[Symbol.asyncDispose]().catch(() => {
        // Uncommitted events are read again.
      });
      updater = null;
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {
      // Stopped.
    });
  }
  await updater?.[Symbol.asyncDispose]();
}
