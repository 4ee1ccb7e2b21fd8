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
/** Longest pause between two steps while behind: captures need the processor, too. */
const MAX_YIELD_MS = 50;
const POLL_INTERVAL_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 5_000;
const ERASURE_INTERVAL_MS = 600_000;

interface VisitParts {
  readonly store: StoreConfig;
  readonly open: () => Promise<Database>;
  readonly yieldToCaptures: YieldToCaptures;
  readonly reportError: ReportError;
  /** Days until the visit data for conversions is erased. */
  readonly contextDays: number;
  /** Whether conversions are sent to Meta or Google. */
  readonly isConverting: boolean;
}

/** Keeps visits up to date, and erases expired visit data, until stopped. */
export function startVisits(parts: VisitParts) {
  const stop = new AbortController();
  const running = keepVisits(parts, stop.signal);
  return {
    stop() {
      stop.abort();
      return running;
    },
  };
}

async function keepVisits(
  { store, open, yieldToCaptures, reportError, contextDays, isConverting }: VisitParts,
  signal: AbortSignal,
): Promise<void> {
  let keeper: VisitUpdater | null = null;
  let isTroubled = false;
  let erasedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let rest = POLL_INTERVAL_MS;
    const start = performance.now();
    try {
      keeper ??= await openVisitUpdater(store, { yieldToCaptures });
      const step = await keeper.readOn(MAX_EVENTS_PER_STEP);
      isTroubled = false;
      if (step?.isBehind) rest = Math.min(performance.now() - start, MAX_YIELD_MS);
      if (start - erasedAt > ERASURE_INTERVAL_MS) {
        erasedAt = start;
        await using database = await open();
        const terms = { days: contextDays, isConfigured: isConverting, now: Date.now() };
        await eraseOldContexts(database, terms, signal);
      }
    } catch (error) {
      if (!isTroubled) reportError('visits are not kept up to date', error);
      isTroubled = true;
      rest = RETRY_AFTER_ERROR_MS;
      await keeper?.close().catch(() => {
        // Uncommitted events are read again.
      });
      keeper = null;
    }
    await pause(rest, undefined, { signal }).catch(() => {
      // Stopped.
    });
  }
  await keeper?.close();
}
