/**
 * Returns whether a lease or a due time is in the future by at most `limit` ms. A later one means that the clock was set back.
 * @param time ISO time in UTC; null: none
 * @param now in ms since 1970
 */
export const isAhead = (time: string | null, now: number, limit: number): boolean =>
  time !== null && Date.parse(time) > now && Date.parse(time) <= now + limit;
