import type { StoreConfig } from '../config/config.ts';
import { openKeeper } from './open-keeper.ts';

/** Erases visits, as their events name them, once those are erased. */
export async function eraseVisits(
  database: StoreConfig,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return;
  const keeper = await openKeeper(database);
  try {
    await keeper.erase(sessions.map((session) => session.replaceAll('-', '')));
  } finally {
    await keeper.close();
  }
}

/** Erases visits of which no event was stored since a moment. */
export async function eraseVisitsSeenBefore(database: StoreConfig, moment: Date): Promise<void> {
  const keeper = await openKeeper(database);
  try {
    await keeper.eraseSeenBefore(moment);
  } finally {
    await keeper.close();
  }
}
