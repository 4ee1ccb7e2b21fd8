import type { StoryEntry, StoryKind } from '@funil/contract/console/subjects';
import { dayOf } from '../parts/moments.ts';

/** One node of the wire. */
export interface StoryGroup {
  readonly head: StoryEntry;
  /** What followed on the page, folded away. */
  readonly walked: readonly StoryEntry[];
  /** How long, in ms, nothing had happened before; null: not worth a word. */
  readonly pause: number | null;
  readonly isNewDay: boolean;
}

const ON_PAGE: readonly StoryKind[] = ['section', 'click'];
/** Steps on the page that are shown one by one; more are folded. */
const MOST_STEPS = 2;
const WORTH_A_WORD = 30 * 60_000;

/** Folds what somebody saw and clicked on the page into its first step, so that what counts is in sight. */
export function groupStory(entries: readonly StoryEntry[]): StoryGroup[] {
  const runs: StoryEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const isWalk = ON_PAGE.includes(entry.kind);
    if (run && isWalk && run.every(({ kind }) => ON_PAGE.includes(kind))) run.push(entry);
    else runs.push([entry]);
  }
  const heads = runs.flatMap((run) =>
    run.length > MOST_STEPS ? [run] : run.map((each) => [each]),
  );
  return heads.flatMap(([head, ...walked], index) => {
    if (!head) return [];
    const last = heads[index - 1]?.at(-1);
    const pause = last ? Date.parse(head.at) - Date.parse(last.at) : 0;
    return [
      {
        head,
        walked,
        pause: pause >= WORTH_A_WORD ? pause : null,
        isNewDay: last === undefined || dayOf(new Date(last.at)) !== dayOf(new Date(head.at)),
      },
    ];
  });
}
