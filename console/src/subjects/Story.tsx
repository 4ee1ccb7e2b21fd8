import type { StoryEntry } from '@funil/contract/console/subjects';
import { formatClock, formatDay, formatSpan, formatWhole } from '../parts/moments.ts';
import { useNow } from '../parts/use-now.ts';
import { groupStory } from './group-story.ts';
import './story.css';

/** All that happened, along a wire: from the first sight of an ad to the money. */
export function Story({ entries }: { entries: readonly StoryEntry[] }) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>História</h2>
      <ol className="story">
        {groupStory(entries).map(({ head, walked, pause, isNewDay }) => (
          <li key={`${head.at} ${head.title}`} className="story-step" data-kind={head.kind}>
            {isNewDay && <p className="story-day">{formatDay(head.at, now)}</p>}
            {pause !== null && !isNewDay && (
              <p className="story-pause">{formatSpan(pause)} depois</p>
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

function Entry({ entry }: { entry: StoryEntry }) {
  return (
    <div className="story-entry">
      <time dateTime={entry.at} title={formatWhole(entry.at)}>
        {formatClock(entry.at)}
      </time>
      <p>
        {entry.title}
        {entry.detail && <span className="story-detail">{entry.detail}</span>}
      </p>
    </div>
  );
}
