import type { Utms } from '@funil/contract/utm';
import { countVisit, originOf } from './count-visit.ts';
import type { Visit } from './visit.ts';

/** What a day's total grows, or shrinks, by. */
export interface Delta {
  readonly day: string;
  readonly origin: string;
  readonly kind: string;
  readonly label: string;
  visits: number;
  amount: number;
}

export interface Origin extends Omit<Utms, 'utm_term'> {
  readonly origin: string;
}

/** Gathers what visits that came, changed or went do to the totals. */
export class Tally {
  readonly #deltas = new Map<string, Delta>();
  readonly #origins = new Map<string, Origin>();

  add(visit: Visit): void {
    const { utm_source, utm_medium, utm_campaign, utm_content } = visit;
    for (const known of [utm_content, '']) {
      const utms = { utm_source, utm_medium, utm_campaign, utm_content: known };
      const origin = originOf(utms);
      this.#origins.set(origin, { origin, ...utms });
    }
    this.#count(visit, 1);
  }

  remove(visit: Visit): void {
    this.#count(visit, -1);
  }

  #count(visit: Visit, sign: 1 | -1): void {
    for (const { day, origin, kind, label, amount } of countVisit(visit)) {
      const key = `${day} ${origin} ${kind} ${label}`;
      const delta = this.#deltas.get(key);
      if (delta) {
        delta.visits += sign;
        delta.amount += sign * amount;
      } else {
        this.#deltas.set(key, { day, origin, kind, label, visits: sign, amount: sign * amount });
      }
    }
  }

  /** Those that change something. */
  deltas(): Delta[] {
    return [...this.#deltas.values()].filter(({ visits, amount }) => visits !== 0 || amount !== 0);
  }

  origins(): Origin[] {
    return [...this.#origins.values()];
  }
}
