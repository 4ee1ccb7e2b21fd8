import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import { openWithRelaxedDurability } from '../store/open-database.ts';
import { createVisitUpdater, type VisitUpdater } from './update-visits.ts';

export async function openVisitUpdater(
  store: StoreConfig,
): Promise<VisitUpdater & AsyncDisposable> {
  // A power failure that loses the newest visits also loses their progress, so they are rebuilt.
  const database = await openWithRelaxedDurability(store);
  return { ...createVisitUpdater(database), [Symbol.asyncDispose]: () => database.destroy() };
}

/** More than in the server, because an operator waits for the end. */
const EVENTS_PER_STEP = 5_000;
const LOCK_TIMEOUT_MS = 120_000;
const LOCK_POLL_INTERVAL_MS = 50;

/** @throws if another process holds the lock for minutes */
export async function catchUp(
  updater: VisitUpdater,
  maxEvents = EVENTS_PER_STEP,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  let lastStepAt = performance.now();
  const end = lastStepAt + maxMs;
  while (performance.now() < end) {
    const outcome = await updater.update(maxEvents);
    if (outcome === 'done') return;
    if (outcome === 'more') lastStepAt = performance.now();
    else if (performance.now() - lastStepAt < LOCK_TIMEOUT_MS) await pause(LOCK_POLL_INTERVAL_MS);
    else throw new Error('Visits cannot be read.');
  }
}

/** Captures continue meanwhile. */
export async function rebuildVisits(store: StoreConfig): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await updater.reset();
  await catchUp(updater);
}

/** Counts the events that are stored so far, for at most `maxMs`. */
export async function completeVisits(store: StoreConfig, maxMs?: number): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await catchUp(updater, EVENTS_PER_STEP, maxMs);
}

/** The sessions' events must be erased first. */
export async function eraseVisits(store: StoreConfig, sessions: readonly string[]): Promise<void> {
  if (sessions.length === 0) return;
  await using updater = await openVisitUpdater(store);
  await updater.erase(sessions.map((session) => session.replaceAll('-', '')));
}

export async function eraseVisitsSeenBefore(store: StoreConfig, time: Date): Promise<void> {
  await using updater = await openVisitUpdater(store);
  await updater.eraseSeenBefore(time);
}
