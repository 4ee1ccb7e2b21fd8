import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../store/open-database.ts';
import { openKeeper } from '../visits/open-keeper.ts';
import { eraseOldContexts } from '../visits/visit-contexts.ts';
import type { VisitKeeper } from '../visits/visit-keeper.ts';
import type { BesideCaptures, VisitsConfig } from './work.ts';

/** Most events read at once: what is read is held in memory. */
const PORTION = 3_000;
/** Longest rest, in ms, while more is waiting: captures need the processor, too. */
const BREATH = 50;
/** Between two looks at what is new, in ms; and after trouble. */
const INTERVAL = 1_000;
const AFTER_TROUBLE = 5_000;
/** Between two looks at what is too old, in ms. */
const BETWEEN_ERASURES = 600_000;

/** Keeps visits up to date until told to stop, and what is known of them no longer than it may be. */
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
  let keeper: VisitKeeper | null = null;
  let isTroubled = false;
  let erasedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let rest = INTERVAL;
    const start = performance.now();
    try {
      keeper ??= await openKeeper(store, { giveWay });
      const step = await keeper.readOn(PORTION);
      isTroubled = false;
      if (step?.isBehind) rest = Math.min(performance.now() - start, BREATH);
      if (start - erasedAt > BETWEEN_ERASURES) {
        erasedAt = start;
        await using database = await openContexts();
        const terms = { days: contextDays, isConfigured: isConverting, now: Date.now() };
        await eraseOldContexts(database, terms, signal);
      }
    } catch (error) {
      if (!isTroubled) reportTrouble('visits are not kept up to date', error);
      isTroubled = true;
      rest = AFTER_TROUBLE;
      await keeper?.close().catch(() => {
        // What it had not committed is read again.
      });
      keeper = null;
    }
    await pause(rest, undefined, { signal }).catch(() => {
      // Told to stop.
    });
  }
  await keeper?.close();
}
