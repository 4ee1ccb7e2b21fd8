import { DAY_MS } from '@funil/contract/durations';
import type { Deed } from './deed.ts';

interface Arrival {
  readonly at: number;
  readonly deed: Deed;
}

/** Deeds that arrive later than they were done, kept by the day of their arrival. */
export function createArrivals() {
  const byDay = new Map<number, Arrival[]>();
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  return {
    add(at: number, deed: Deed) {
      const day = byDay.get(dayOf(at));
      if (day) day.push({ at, deed });
      else byDay.set(dayOf(at), [{ at, deed }]);
    },
    /** What has arrived before a moment, in that order, and was not taken yet. */
    *take(before: number): Generator<Deed> {
      for (const day of [...byDay.keys()].sort((a, b) => a - b)) {
        if (day >= dayOf(before) && before !== Number.POSITIVE_INFINITY) break;
        const arrivals = byDay.get(day) ?? [];
        byDay.delete(day);
        for (const { deed } of arrivals.sort((a, b) => a.at - b.at)) yield deed;
      }
    },
  };
}

export type Arrivals = ReturnType<typeof createArrivals>;
