/** Rows stored out of order by less than this are told of at once, in ms; later ones once they are settled. */
const OUT_OF_ORDER = 30_000;

/** How far a source was looked through beyond what is settled: in memory, since it is looked at again. */
export interface Lookout {
  /** After which number to look on. */
  next(last: number): number;
  /** That all up to a number was looked at, and whether there is nothing beyond. */
  advance(number: number, isEnd: boolean): void;
}

/**
 * While one long transaction settles nothing, page by page through all that is not settled; from its end
 * back to what was stored within half a minute, among which late ones may have appeared.
 * @param uptime in ms, without a jump
 */
export function createLookout(uptime: () => number): Lookout {
  let next = 0;
  let back = 0;
  let end = { number: 0, at: Number.NEGATIVE_INFINITY };
  return {
    next: (last) => Math.max(last, next),
    advance(number, isEnd) {
      next = isEnd ? back : number;
      if (!isEnd || uptime() - end.at < OUT_OF_ORDER) return;
      back = end.number;
      end = { number, at: uptime() };
    },
  };
}
