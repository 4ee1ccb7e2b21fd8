import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';

/** One thing that happened around a person. Moments are ISO texts in UTC. */
export type TimelineFact = { readonly at: string } & (
  | { readonly kind: 'arrival'; readonly origin: Utms }
  | { readonly kind: 'section'; readonly section: string; readonly ms: number }
  | { readonly kind: 'click'; readonly label: string; readonly section: string | null }
  | {
      readonly kind: 'form';
      readonly form: string;
      readonly what: 'started' | 'left' | 'completed';
      readonly field: string | null;
    }
  | { readonly kind: 'lead' | 'draft' | 'application' }
  | {
      readonly kind: 'sale';
      readonly state: SaleState;
      /** A refund that left the sale paid. */
      readonly isPartial: boolean;
      readonly product: string | null;
      readonly cents: number | null;
      readonly platform: string;
    }
  | {
      readonly kind: 'state' | 'note' | 'message';
      readonly by: string;
      /** The new state, or the template's name; empty otherwise. */
      readonly detail: string;
    }
  | {
      readonly kind: 'delivery';
      readonly type: string;
      readonly destination: string;
      readonly state: string;
    }
);

/** What must come first of two facts of one moment: the visit, the form, the row, the sale, and what followed. */
const ORDER: readonly string[] = [
  ...['arrival', 'section', 'click', 'form', 'lead', 'draft', 'application'],
  ...['abandoned', 'pending', 'canceled', 'paid', 'refunded', 'chargeback'],
  ...['state', 'note', 'message', 'delivery'],
];
const FIRST_OF_SALE = ORDER.indexOf('abandoned');

const placeOf = (fact: TimelineFact): number =>
  ORDER.indexOf(fact.kind === 'sale' ? fact.state : fact.kind);

const minuteOf = (at: string): string => at.slice(0, 'AAAA-MM-DDTHH:MM'.length);

/** Some platforms tell minutes without their seconds. */
const isOfMinute = (fact: TimelineFact): boolean =>
  fact.kind === 'sale' && fact.at.endsWith(':00.000Z');

/**
 * Returns the facts in order, the oldest first. A sale's fact whose moment has no seconds stands after all
 * that its visitor did in that minute; facts of one moment stand in the order in which they can happen.
 */
export function sortFacts(facts: readonly TimelineFact[]): TimelineFact[] {
  const lastOfMinute = new Map<string, string>();
  for (const fact of facts) {
    const minute = minuteOf(fact.at);
    const isVisitors = placeOf(fact) < FIRST_OF_SALE;
    if (isVisitors && fact.at > (lastOfMinute.get(minute) ?? '')) lastOfMinute.set(minute, fact.at);
  }
  const timeOf = (fact: TimelineFact) =>
    (isOfMinute(fact) && lastOfMinute.get(minuteOf(fact.at))) || fact.at;
  return facts.toSorted((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    if (first === second) return placeOf(a) - placeOf(b);
    return first < second ? -1 : 1;
  });
}
