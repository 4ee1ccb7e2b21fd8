import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../store/open-database.ts';
import { openVisitUpdater } from '../visits/open-updater.ts';
import type { VisitUpdater } from '../visits/update-visits.ts';
import { eraseOldContexts } from '../visits/visit-contexts.ts';
import type { BesideCaptures, VisitsConfig } from './work.ts';

/** Events held in memory at once. */
const MAX_EVENTS_PER_STEP = 3_000;
/** Longest pause between two steps while behind: captures need the processor, too. */
const MAX_YIELD_MS = 50;
const POLL_INTERVAL_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 5_000;
const ERASURE_INTERVAL_MS = 600_000;

/** Keeps visits up to date, and erases expired visit data, until stopped. */
export function startVisits(config: VisitsConfig, parts: BesideCaptures) {
  const stop = new AbortController();
  const running = keepVisits(config, parts, stop.signal);
  return {
    stop() {
      stop.abort();
      return running;
    },
  };
}

async function keepVisits(
  { store, contextDays, isConverting }: VisitsConfig,
  { giveWay, reportTrouble }: BesideCaptures,
  signal: AbortSignal,
): Promise<void> {
  const openContexts = () => openDatabase(store, 'write', giveWay);
  let keeper: VisitUpdater | null = null;
  let isTroubled = false;
  let erasedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let rest = POLL_INTERVAL_MS;
    const start = performance.now();
    try {
      keeper ??= await openVisitUpdater(store, { giveWay });
      const step = await keeper.readOn(MAX_EVENTS_PER_STEP);
      isTroubled = false;
      if (step?.isBehind) rest = Math.min(performance.now() - start, MAX_YIELD_MS);
      if (start - erasedAt > ERASURE_INTERVAL_MS) {
        erasedAt = start;
        await using database = await openContexts();
        const terms = { days: contextDays, isConfigured: isConverting, now: Date.now() };
        await eraseOldContexts(database, terms, signal);
      }
    } catch (error) {
      if (!isTroubled) reportTrouble('visits are not kept up to date', error);
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
