import type { StoryFact } from './fact.ts';

/** What must come first of two facts of one moment: the visit, the form, the row, the sale, and what followed. */
const ORDER: readonly string[] = [
  ...['arrival', 'section', 'click', 'form', 'lead', 'draft', 'application'],
  ...['abandoned', 'pending', 'canceled', 'paid', 'refunded', 'chargeback'],
  ...['state', 'note', 'message', 'delivery'],
];
const FIRST_OF_SALE = ORDER.indexOf('abandoned');

const placeOf = (fact: StoryFact): number =>
  ORDER.indexOf(fact.kind === 'sale' ? fact.state : fact.kind);

const minuteOf = (at: string): string => at.slice(0, 'AAAA-MM-DDTHH:MM'.length);

/** Some platforms tell minutes without their seconds. */
const isOfMinute = (fact: StoryFact): boolean =>
  fact.kind === 'sale' && fact.at.endsWith(':00.000Z');

/**
 * Returns the facts in order, the oldest first. A sale's fact whose moment has no seconds stands after all
 * that its visitor did in that minute; facts of one moment stand in the order in which they can happen.
 */
export function sortFacts(facts: readonly StoryFact[]): StoryFact[] {
  const lastOfMinute = new Map<string, string>();
  for (const fact of facts) {
    const minute = minuteOf(fact.at);
    const isVisitors = placeOf(fact) < FIRST_OF_SALE;
    if (isVisitors && fact.at > (lastOfMinute.get(minute) ?? '')) lastOfMinute.set(minute, fact.at);
  }
  const timeOf = (fact: StoryFact) =>
    (isOfMinute(fact) && lastOfMinute.get(minuteOf(fact.at))) || fact.at;
  return facts.toSorted((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    if (first === second) return placeOf(a) - placeOf(b);
    return first < second ? -1 : 1;
  });
}
