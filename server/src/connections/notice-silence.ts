import { DAY_MS } from '@funil/contract/durations';

/** A platform's usual pauses are measured in this period. */
export const NOTICE_HISTORY_MS = 60 * DAY_MS;
/** With fewer notices, the usual pauses are unknown. */
const MIN_NOTICES_FOR_PAUSES = 10;
/** A shorter silence, such as a weekend without sales, is never unusual. */
export const MIN_NOTICE_SILENCE_MS = 2 * DAY_MS;
/** An unusual silence is this many times the platform's longest pause. */
const UNUSUAL_PAUSE_FACTOR = 3;

/** Notices that arrived close together. Times are in ms since 1970. */
export interface NoticeGroup {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

/**
 * Returns since when the platform has been unusually silent, in ms since 1970, or null.
 * @param groups accepted notices of the last {@link NOTICE_HISTORY_MS}, oldest first
 */
export function findSilence(groups: readonly NoticeGroup[], now: number): number | null {
  const lastGroup = groups.at(-1);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (!lastGroup || count < MIN_NOTICES_FOR_PAUSES) return null;
  const pauses = groups
    .slice(1)
    .map(({ firstAt }, index) => firstAt - (groups[index]?.lastAt ?? 0));
  const limit = Math.max(MIN_NOTICE_SILENCE_MS, UNUSUAL_PAUSE_FACTOR * Math.max(0, ...pauses));
  return now - lastGroup.lastAt > limit ? lastGroup.lastAt : null;
}
