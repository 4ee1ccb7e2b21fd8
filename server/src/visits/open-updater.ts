import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import { openWithRelaxedDurability } from '../store/open-database.ts';
import { createVisitUpdater, type VisitUpdater } from './update-visits.ts';

export async function openVisitUpdater(
  store: StoreConfig,
): Promise<VisitUpdater & AsyncDisposable> {
  // Durability may be relaxed, because a power failure that loses visits also loses their progress, so that they are
  // built again.
  const database = await openWithRelaxedDurability(store);
  return { ...createVisitUpdater(database), [Symbol.asyncDispose]: () => database.destroy() };
}

/** Higher than in the server, because an operator waits for the end. */
const COUNTED_EVENTS_PER_STEP = 5_000;
const VISITS_LOCK_TIMEOUT_MS = 120_000;
const VISITS_LOCK_POLL_INTERVAL_MS = 50;

/** @throws if another process holds the lock for minutes */
export async function catchUp(
  updater: VisitUpdater,
  maxEvents = COUNTED_EVENTS_PER_STEP,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  let lastStepAt = performance.now();
  const endMs = lastStepAt + maxMs;
  while (performance.now() < endMs) {
    const outcome = await updater.update(maxEvents);
    if (outcome === 'done') return;
    if (outcome === 'more') lastStepAt = performance.now();
    else if (performance.now() - lastStepAt < VISITS_LOCK_TIMEOUT_MS)
      await pause(VISITS_LOCK_POLL_INTERVAL_MS);
    else throw new Error('Visits cannot be read.');
  }
}

export async function rebuildVisits(store: StoreConfig): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await updater.reset();
  await catchUp(updater);
}

/** Counts the events that are stored so far, for at most `maxMs`. */
export async function catchUpVisits(store: StoreConfig, maxMs?: number): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await catchUp(updater, COUNTED_EVENTS_PER_STEP, maxMs);
}

/** The events of the visits must be erased already. */
export async function eraseVisits(store: StoreConfig, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  await using updater = await openVisitUpdater(store);
  await updater.erase(sessions.map((session) => session.replaceAll('-', '')));
}

export async function eraseVisitsSeenBefore(store: StoreConfig, time: Date): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await updater.eraseSeenBefore(time);
}
