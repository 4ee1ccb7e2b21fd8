import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Missing.tsx';
import { Moment } from '../parts/Moment.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { View } from '../parts/View.tsx';
import { nameAction } from './audit-words.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { auditQuery } from './people-queries.ts';

/** Who looked at or changed whose data, and when; never what it said. */
export function Trail() {
  const query = useInfiniteQuery(auditQuery);
  const { data } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <View
      title="Pessoas"
      lead="Quem viu ou mudou dados pessoais, e quando. Nenhum valor é guardado."
    >
      <PeopleTabs />
      <Missing query={query} />
      {data && items.length === 0 && <Empty title="A trilha está vazia." />}
      {items.length > 0 && (
        <ol className="panel trail">
          {items.map(({ id, at, who, what, subject }) => (
            <li key={id}>
              <Moment at={at} />
              <span className="trail-who">{who ?? 'terminal'}</span>
              <span>
                {nameAction(what)}
                {subject && <span className="muted"> {subject}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} />
    </View>
  );
}
