import { setTimeout as pause } from 'node:timers/promises';
import type { StoreConfig } from '../config/config.ts';
import { openKeeper } from './open-keeper.ts';
import type { VisitKeeper } from './visit-keeper.ts';

/** Events read at once, and visits written at once: somebody waits for the end. */
const PORTION = 50_000;
const PACE = { budget: 12 };
/** Longest wait, in ms, for whoever else keeps visits. */
const PATIENCE = 120_000;

/** Makes all visits anew from the events, while captures go on. */
export async function rebuildVisits(database: StoreConfig): Promise<void> {
  const keeper = await openKeeper(database, PACE);
  try {
    await keeper.beginAnew();
    await catchUp(keeper);
  } finally {
    await keeper.close();
  }
}

/** Reads all events that are in no visit yet: after an upgrade, or where no server runs. */
export async function completeVisits(database: StoreConfig): Promise<void> {
  const keeper = await openKeeper(database, PACE);
  try {
    await catchUp(keeper);
  } finally {
    await keeper.close();
  }
}

/**
 * Reads on until nothing is left.
 * @throws when somebody else is at it for minutes
 */
export async function catchUp(keeper: VisitKeeper, portion = PORTION): Promise<void> {
  let lastStep = performance.now();
  for (;;) {
    const step = await keeper.readOn(portion);
    if (step) {
      lastStep = performance.now();
      if (!step.isBehind) return;
    } else {
      if (performance.now() - lastStep > PATIENCE) throw new Error('Visits cannot be read.');
      await pause(50);
    }
  }
}
