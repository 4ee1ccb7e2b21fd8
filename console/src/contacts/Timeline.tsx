import { dayOf } from '@funil/contract/brasilia';
import type { TimelineEntry, TimelineKind } from '@funil/contract/contacts/contacts';
import { formatDuration, MINUTE_MS } from '@funil/contract/durations';
import { formatClock, formatRelativeDay } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { useNow } from '../parts/time/use-now.ts';

const ENTRY_CLASSES =
  'relative pl-7 pb-3.5 before:absolute before:inset-y-0 before:left-(--place) before:w-0.5 before:bg-wire ' +
  'last:before:bottom-auto last:before:h-full last:before:bg-transparent last:before:bg-linear-to-b last:before:from-wire last:before:to-transparent';
const NODE_CLASSES =
  'before:absolute before:top-0.75 before:left-[calc(-1.6875rem+1px)] before:size-3 before:rounded-full before:border-2';
const PLAIN_NODE_CLASSES = 'before:border-wire before:bg-raised';
const CAPTURE_NODE_CLASSES = 'before:border-mark before:bg-mark-fill [&>p]:font-semibold';
const OPERATOR_NODE_CLASSES = 'before:border-info before:bg-raised';
const NODE_CLASSES_BY_KIND: Partial<Record<TimelineKind, string>> = {
  lead: CAPTURE_NODE_CLASSES,
  application: CAPTURE_NODE_CLASSES,
  sale: 'before:border-good before:bg-good [&>p]:font-semibold',
  message: OPERATOR_NODE_CLASSES,
  state: OPERATOR_NODE_CLASSES,
  note: OPERATOR_NODE_CLASSES,
};

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>História</h2>
      <ol className="[--place:0.4375rem] relative grid [&_summary]:ml-13 [&_summary]:py-1 [&_summary]:text-muted [&_summary]:text-small [&_summary]:font-normal">
        {groupTimeline(entries).map(({ first, collapsed, pauseMs, isNewDay }) => (
          <li
            key={`${first.at} ${first.title}`}
            className={`${ENTRY_CLASSES} group`}
            data-kind={first.kind}
          >
            {isNewDay && (
              <p className="relative pt-0.5 pb-2.5 text-small font-semibold group-first:pt-0">
                {formatRelativeDay(first.at, now)}
              </p>
            )}
            {pauseMs !== null && !isNewDay && (
              <p className="pt-0.5 pb-2.5 text-muted text-small italic">
                {formatDuration(pauseMs)} depois
              </p>
            )}
            <EntryText
              entry={first}
              nodeClasses={`${NODE_CLASSES} ${NODE_CLASSES_BY_KIND[first.kind] ?? PLAIN_NODE_CLASSES}`}
            />
            {collapsed.length > 0 && (
              <details className="fold">
                <summary>e mais {collapsed.length} na página</summary>
                <ol className="grid gap-1.5 pt-1">
                  {collapsed.map((entry) => (
                    <li key={`${entry.at} ${entry.title}`}>
                      <EntryText entry={entry} />
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

interface EntryProps {
  entry: TimelineEntry;
  /** Classes that draw the entry's dot on the line. */
  nodeClasses?: string;
}

const EntryText = ({ entry: { at, title, detail }, nodeClasses = '' }: EntryProps) => (
  <div className={`relative grid grid-cols-[3.25rem_minmax(0,1fr)] ${nodeClasses}`}>
    <Time at={at} className="text-muted text-small leading-[1.65]">
      {formatClock(at)}
    </Time>
    <p>
      {title}
      {detail && <span className="block text-muted text-small font-normal">{detail}</span>}
    </p>
  </div>
);

interface TimelineGroup {
  readonly first: TimelineEntry;
  /** Steps on the page that are hidden until the operator opens them. */
  readonly collapsed: readonly TimelineEntry[];
  /** Time since the previous group; null if short. */
  readonly pauseMs: number | null;
  readonly isNewDay: boolean;
}

/** Of a longer run of steps on the page, only the first is shown until the operator opens the others. */
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
      previous === undefined || dayOf(Date.parse(previous.at)) !== dayOf(Date.parse(first.at));
    return [{ first, collapsed, pauseMs: pauseMs >= MIN_PAUSE_MS ? pauseMs : null, isNewDay }];
  });
}
