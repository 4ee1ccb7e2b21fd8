import { reportedUtm } from '@funil/contract/ads/reported-utm';
import { compareTexts, toSearchText } from '@funil/contract/characters';
import { EMPTY_UTM_FILTER } from '@funil/contract/console/labels';
import type { ChoiceCount } from '@funil/contract/list-page';

/** The number of rows with one combination of values; a value is null if the filter does not offer it. */
export type ChoiceGroup<Key extends string> = Readonly<Record<Key, string | null>> & {
  readonly count: number;
};

/** The limit of a menu. Operators type rarer values. */
const MAX_CHOICES_PER_FIELD = 200;

/** Returns the same key for all spellings of a value. */
export const choiceKey = (value: string): string =>
  value === EMPTY_UTM_FILTER ? '' : toSearchText(reportedUtm(value));

export function addSpellings(values: readonly string[], stored: readonly string[]): string[] {
  const keys = new Set(values.map(choiceKey));
  return [...new Set([...values, ...stored.filter((value) => keys.has(choiceKey(value)))])];
}

/** A field's counts ignore its own filter. Spellings count under the most frequent one. */
export function countChoices<Key extends string>(
  keys: readonly Key[],
  groups: readonly ChoiceGroup<Key>[],
  chosen: Readonly<Partial<Record<Key, readonly string[] | undefined>>>,
): { readonly count: number; readonly choices: Record<Key, ChoiceCount[]> } {
  const filters = keys.flatMap((key) => {
    const values = chosen[key];
    return values === undefined ? [] : [{ key, values: new Set(values.map(choiceKey)) }];
  });
  const countsByFilter = {} as Record<Key, ChoiceCounts>;
  for (const key of keys) countsByFilter[key] = new Map();
  let count = 0;
  for (const group of groups) {
    const failedFilters = filters.filter(
      (filter) => !filter.values.has(choiceKey(group[filter.key] ?? '')),
    );
    if (failedFilters.length === 0) count += group.count;
    if (failedFilters.length > 1) continue;
    for (const key of failedFilters[0] ? [failedFilters[0].key] : keys)
      addSpelling(countsByFilter[key], group[key], group.count);
  }
  const choices = {} as Record<Key, ChoiceCount[]>;
  for (const key of keys) choices[key] = toChoices(countsByFilter[key]);
  return { count, choices };
}

/** Counts by `choiceKey`, then by spelling. */
type ChoiceCounts = Map<string, Map<string, number>>;

function addSpelling(counts: ChoiceCounts, value: string | null, count: number) {
  if (value === null) return;
  const key = choiceKey(value);
  const countsBySpelling = counts.get(key) ?? new Map<string, number>();
  countsBySpelling.set(value, (countsBySpelling.get(value) ?? 0) + count);
  counts.set(key, countsBySpelling);
}

const toChoices = (counts: ChoiceCounts): ChoiceCount[] =>
  [...counts.values()]
    .map((countsBySpelling) => {
      const [mostFrequent] = [...countsBySpelling].sort((a, b) => b[1] - a[1]);
      const count = [...countsBySpelling.values()].reduce((sum, rowCount) => sum + rowCount, 0);
      return { value: mostFrequent?.[0] || EMPTY_UTM_FILTER, count };
    })
    .sort((a, b) => b.count - a.count || compareTexts(a.value, b.value))
    .slice(0, MAX_CHOICES_PER_FIELD);
