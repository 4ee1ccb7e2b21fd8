import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type { Clock } from '../store/clock/clock-follower.ts';

/** A smaller step counts as a correction by time synchronization. */
const DOUBTED_CLOCK_STEP_MS = HOUR_MS;
const CLOCK_DOUBT_MS = DAY_MS;

/**
 * Returns a clock for deletions by age, which cannot be undone. If the machine's clock is set ahead by more than an
 * hour, or starts more than an hour after `lastTime`, the returned clock ignores that for a day, in which
 * the machine's clock may still be corrected.
 * @param lastTime an ISO time in UTC that an earlier process stored, because the machine may have started with a wrong
 * clock; null: none is known
 */
export function createSettledClock({ now, uptime }: Clock, lastTime: string | null): Clock['now'] {
  let offsetMs = (lastTime === null ? now() : Date.parse(lastTime)) - uptime();
  let doubtedAt: number | null = null;
  return () => {
    const newOffsetMs = now() - uptime();
    if (newOffsetMs - offsetMs > DOUBTED_CLOCK_STEP_MS) doubtedAt ??= uptime();
    else doubtedAt = null;
    if (doubtedAt === null || uptime() - doubtedAt >= CLOCK_DOUBT_MS) offsetMs = newOffsetMs;
    return uptime() + offsetMs;
  };
}
