/** The two times of a process, in ms. */
export interface Clock {
  /** Since 1970, as the machine's clock has it: that may be set, hours back or ahead. */
  readonly now: () => number;
  /** Since some moment, without a jump: measures how long something takes. */
  readonly uptime: () => number;
}

/** Steps back by less are of no importance to what waits, in ms. */
const MIN_STEP = 1_000;

/** Returns a function that tells whether the machine's clock was set back since it was asked last. */
export function watchSetBack({ now, uptime }: Clock): () => boolean {
  let known = now() - uptime();
  return () => {
    const offset = now() - uptime();
    const isSetBack = offset < known - MIN_STEP;
    known = offset;
    return isSetBack;
  };
}
