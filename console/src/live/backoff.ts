const FIRST = 1_000;
const LONGEST = 30_000;

/**
 * How long, in ms, to wait before the next try: twice as long each time, at most half a minute, and
 * never the same for all, so that a server that comes back is not met by everybody at once.
 * @param failures in a row, 1 or more
 * @param chance from 0 to 1
 */
export const waitAfter = (failures: number, chance: number): number =>
  Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.5 + chance / 2);
