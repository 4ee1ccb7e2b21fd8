import type { TimelineEntry, TimelineKind } from '@funil/contract/console/contacts';
import {
  formatClock,
  formatDuration,
  formatFullTime,
  formatRelativeDay,
  toBrasiliaDay,
} from '../parts/format-time.ts';
import { useNow } from '../parts/use-now.ts';

/** All that happened, along a wire: from the first sight of an ad to the money. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>História</h2>
      <ol className="story">
        {groupTimeline(entries).map(({ head, walked, pause, isNewDay }) => (
          <li key={`${head.at} ${head.title}`} className="story-step" data-kind={head.kind}>
            {isNewDay && <p className="story-day">{formatRelativeDay(head.at, now)}</p>}
            {pause !== null && !isNewDay && (
              <p className="story-pause">{formatDuration(pause)} depois</p>
            )}
            <Entry entry={head} />
            {walked.length > 0 && (
              <details>
                <summary>e mais {walked.length} na página</summary>
                <ol className="story-walked">
                  {walked.map((entry) => (
                    <li key={`${entry.at} ${entry.title}`}>
                      <Entry entry={entry} />
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <div className="story-entry">
      <time dateTime={entry.at} title={formatFullTime(entry.at)}>
        {formatClock(entry.at)}
      </time>
      <p>
        {entry.title}
        {entry.detail && <span className="story-detail">{entry.detail}</span>}
      </p>
    </div>
  );
}

/** One node of the wire. */
interface TimelineGroup {
  readonly head: TimelineEntry;
  /** What followed on the page, folded away. */
  readonly walked: readonly TimelineEntry[];
  /** How long, in ms, nothing had happened before; null: not worth a word. */
  readonly pause: number | null;
  readonly isNewDay: boolean;
}

const ON_PAGE: readonly TimelineKind[] = ['section', 'click'];
/** Steps on the page that are shown one by one; more are folded. */
const MOST_STEPS = 2;
const WORTH_A_WORD = 30 * 60_000;

/** Folds a person's steps on the page into the first one, so that leads, sales and messages stay in view. */
export function groupTimeline(entries: readonly TimelineEntry[]): TimelineGroup[] {
  const runs: TimelineEntry[][] = [];
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
        isNewDay:
          last === undefined ||
          toBrasiliaDay(new Date(last.at)) !== toBrasiliaDay(new Date(head.at)),
      },
    ];
  });
}
