export interface Clock {
  /** Ms since 1970. The machine's clock may be set back by hours. */
  readonly now: () => number;
  /** Ms since an arbitrary start; never goes back. */
  readonly uptime: () => number;
}

/**
 * Returns a function that tells `correct` by how many ms the machine's clock was set since the last call, below 0 if it
 * was set back; null at first, because the clock may have been set while no process ran. If `correct` fails, the next
 * call includes this step.
 */
export function createClockFollower({ now, uptime }: Clock) {
  let offsetMs: number | null = null;
  return async (correct: (stepMs: number | null) => Promise<void>): Promise<void> => {
    const newOffsetMs = now() - uptime();
    await correct(offsetMs === null ? null : newOffsetMs - offsetMs);
    offsetMs = newOffsetMs;
  };
}
