import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreConfig } from '../config/config.ts';
import { createLogger } from '../log/logger.ts';
import { logTrouble } from '../log/trouble-log.ts';
import { DAY } from '../records/brasilia.ts';
import { eraseContextsBefore } from '../records/visit-contexts.ts';
import { openKeeper } from '../records/visits/open-keeper.ts';
import type { VisitKeeper } from '../records/visits/visit-keeper.ts';
import { openDatabase } from '../store/database.ts';
import type { VisitsWorkerConfig } from './visits.ts';

const reportTrouble = logTrouble(
  createLogger({ write: (line) => parentPort?.postMessage(line) }),
  Date.now,
);

/** Most events read at once: what is read is held in memory. */
const PORTION = 3_000;
/** Longest rest, in ms, while more is waiting: captures need the processor, too. */
const BREATH = 50;
/** Between two looks at what is new, in ms; and after trouble. */
const INTERVAL = 1_000;
const AFTER_TROUBLE = 5_000;
/** Between two looks at what is too old, in ms. */
const BETWEEN_ERASURES = 600_000;

/** Keeps visits up to date until told to stop: a thread of its own, so that captures never wait for it. */
async function keepVisits(
  { store, contextDays }: VisitsWorkerConfig,
  signal: AbortSignal,
): Promise<void> {
  let keeper: VisitKeeper | null = null;
  let isTroubled = false;
  let erasedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let rest = INTERVAL;
    const start = performance.now();
    try {
      keeper ??= await openKeeper(store);
      const step = await keeper.readOn(PORTION);
      isTroubled = false;
      if (step?.isBehind) rest = Math.min(performance.now() - start, BREATH);
      if (start - erasedAt > BETWEEN_ERASURES) {
        erasedAt = start;
        await eraseOldContexts(store, contextDays, signal);
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

/** Erases what conversions know of visits once it is older than it may be; between two steps, never within. */
async function eraseOldContexts(store: StoreConfig, days: number, signal: AbortSignal) {
  await using database = await openDatabase(store, 'write');
  await eraseContextsBefore(database, new Date(Date.now() - days * DAY), signal);
}

const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
await keepVisits(workerData, stop.signal);
parentPort?.close();
