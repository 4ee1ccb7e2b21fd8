import type { TimelineEntry } from '@funil/contract/console/contacts';
import { MINUTE_MS } from '@funil/contract/durations';
import {
  formatClock,
  formatDuration,
  formatFullTime,
  formatRelativeDay,
  toBrasiliaDay,
} from '../parts/format-time.ts';
import { useNow } from '../parts/use-now.ts';

/** A contact's history, the oldest entry first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>História</h2>
      <ol className="[--place:0.4375rem] relative grid [&_summary]:ml-13 [&_summary]:py-1 [&_summary]:text-muted [&_summary]:text-small [&_summary]:cursor-pointer">
        {groupTimeline(entries).map(({ first, collapsed, pauseMs, isNewDay }) => (
          <li key={`${first.at} ${first.title}`} className="timeline-step" data-kind={first.kind}>
            {isNewDay && <p className="timeline-day">{formatRelativeDay(first.at, now)}</p>}
            {pauseMs !== null && !isNewDay && (
              <p className="pt-0.5 pb-2.5 text-muted text-small italic">
                {formatDuration(pauseMs)} depois
              </p>
            )}
            <Entry entry={first} />
            {collapsed.length > 0 && (
              <details>
                <summary>e mais {collapsed.length} na página</summary>
                <ol className="grid gap-1.5 pt-1">
                  {collapsed.map((entry) => (
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

function Entry({ entry: { at, title, detail } }: { entry: TimelineEntry }) {
  return (
    <div className="timeline-entry">
      <time dateTime={at} title={formatFullTime(at)}>
        {formatClock(at)}
      </time>
      <p>
        {title}
        {detail && <span className="timeline-detail">{detail}</span>}
      </p>
    </div>
  );
}

interface TimelineGroup {
  readonly first: TimelineEntry;
  /** Further steps on the page, hidden until the operator opens them. */
  readonly collapsed: readonly TimelineEntry[];
  /** Time since the previous group; null if it is short. */
  readonly pauseMs: number | null;
  readonly isNewDay: boolean;
}

/** More steps in a row are collapsed. */
const MAX_STEPS_SHOWN = 2;
const MIN_PAUSE_MS = 30 * MINUTE_MS;

const isPageStep = ({ kind }: TimelineEntry) => kind === 'section' || kind === 'click';

/** Collapses runs of steps on the page, so that leads, sales and messages stay in view. */
export function groupTimeline(entries: readonly TimelineEntry[]): TimelineGroup[] {
  const runs: TimelineEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && isPageStep(entry) && run.every(isPageStep)) run.push(entry);
    else runs.push([entry]);
  }
  const groups = runs.flatMap((run) =>
    run.length > MAX_STEPS_SHOWN ? [run] : run.map((entry) => [entry]),
  );
  return groups.flatMap(([first, ...collapsed], index) => {
    if (!first) return [];
    const previous = groups[index - 1]?.at(-1);
    const pauseMs = previous ? Date.parse(first.at) - Date.parse(previous.at) : 0;
    const isNewDay =
      previous === undefined ||
      toBrasiliaDay(new Date(previous.at)) !== toBrasiliaDay(new Date(first.at));
    return [{ first, collapsed, pauseMs: pauseMs >= MIN_PAUSE_MS ? pauseMs : null, isNewDay }];
  });
}
