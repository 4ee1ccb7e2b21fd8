import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { DAY_MS } from '@funil/contract/durations';
import type { Mutable } from '@funil/contract/report/origins';
import type { ReportLifetime } from '@funil/contract/report/report';
import type { PersonGroups } from '../contacts/same-person.ts';
import { getOrAdd } from './get-or-add.ts';
import { originKey, WITHOUT_ORIGIN } from './origin-rows.ts';

/** A payment, or a refund (negative). `at` is in ms since 1970. */
interface BuyerMovement {
  readonly person: number;
  readonly at: number;
  readonly cents: number;
  readonly row: LifetimeRow;
}

type LifetimeRow = ReturnType<typeof makeRow>;

export const LIFETIMES_DAYS = [30, 90, 180];

export class LifetimeSums {
  readonly #people: PersonGroups;
  readonly #now: number;
  readonly #rowsByOrigin = new Map<string, LifetimeRow>();
  /** All movements stay in memory, so each refers to its row instead of containing texts. */
  readonly #movements: BuyerMovement[] = [];

  constructor(people: PersonGroups, now: number) {
    this.#people = people;
    this.#now = now;
  }

  add(creative: CreativeOrigin | null, movement: Omit<BuyerMovement, 'row'>): void {
    const key = creative ? originKey(creative) : '';
    const row = getOrAdd(this.#rowsByOrigin, key, () => makeRow(creative));
    this.#movements.push({ ...movement, row });
  }

  finish(): ReportLifetime[] {
    const firstPaymentByPerson = new Map<number, BuyerMovement>();
    for (const movement of this.#movements.sort((a, b) => a.at - b.at)) {
      const person = this.#people.find(movement.person);
      const start = firstPaymentByPerson.get(person) ?? movement;
      const { row } = start;
      if (start === movement) {
        firstPaymentByPerson.set(person, start);
        row.buyers += 1;
      }
      for (const sum of row.after) {
        const end = start.at + sum.days * DAY_MS;
        if (end > this.#now) continue;
        if (start === movement) sum.buyers += 1;
        if (movement.at < end) sum.cents += movement.cents;
      }
    }
    return [...this.#rowsByOrigin.values()]
      .filter(({ buyers }) => buyers > 0)
      .sort((a, b) => b.buyers - a.buyers);
  }
}

const makeRow = (creative: CreativeOrigin | null) => ({
  source: creative?.source ?? WITHOUT_ORIGIN,
  medium: creative?.medium ?? '',
  campaign: creative?.campaign ?? '',
  buyers: 0,
  after: LIFETIMES_DAYS.map(
    (days): Mutable<ReportLifetime['after'][number]> => ({ days, buyers: 0, cents: 0 }),
  ),
});
