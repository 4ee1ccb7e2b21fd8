import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';

/** One fact about a person; timestamps are ISO texts in UTC. */
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
      /** A partial refund, after which the sale is still paid. */
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

/** The order of facts with the same timestamp. */
const ORDER: readonly string[] = [
  ...['arrival', 'section', 'click', 'form', 'lead', 'draft', 'application'],
  ...['abandoned', 'pending', 'canceled', 'paid', 'refunded', 'chargeback'],
  ...['state', 'note', 'message', 'delivery'],
];
const FIRST_SALE_STATE = ORDER.indexOf('abandoned');

const rankOf = (fact: TimelineFact): number =>
  ORDER.indexOf(fact.kind === 'sale' ? fact.state : fact.kind);

const minuteOf = (at: string): string => at.slice(0, 'AAAA-MM-DDTHH:MM'.length);

/** Some platforms report times without seconds. */
const lacksSeconds = (fact: TimelineFact): boolean =>
  fact.kind === 'sale' && fact.at.endsWith(':00.000Z');

/**
 * Returns the facts, the oldest first. A sale's fact without seconds comes after everything that its visitor did in that
 * minute; facts with the same timestamp have the order in which they can happen.
 */
export function sortFacts(facts: readonly TimelineFact[]): TimelineFact[] {
  const lastInMinute = new Map<string, string>();
  for (const fact of facts) {
    const minute = minuteOf(fact.at);
    const isByVisitor = rankOf(fact) < FIRST_SALE_STATE;
    if (isByVisitor && fact.at > (lastInMinute.get(minute) ?? ''))
      lastInMinute.set(minute, fact.at);
  }
  const timeOf = (fact: TimelineFact) =>
    (lacksSeconds(fact) && lastInMinute.get(minuteOf(fact.at))) || fact.at;
  return facts.toSorted((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    if (first === second) return rankOf(a) - rankOf(b);
    return first < second ? -1 : 1;
  });
}
