import { auditLabel } from '@funil/contract/console/audit-labels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { Time } from '../parts/Time.tsx';
import { View } from '../parts/View.tsx';
import { groupTrail } from './group-trail.ts';
import { auditQuery } from './queries.ts';

const MAX_NAMES = 3;

export function Trail() {
  const query = useInfiniteQuery(auditQuery);
  const { data: items = [] } = query;
  return (
    <View
      title="Trilha"
      subtitle="Quem viu ou mudou dados pessoais, e quando. Nenhum valor é guardado."
    >
      <QueryStatus query={query} />
      {query.data?.length === 0 && <Empty title="A trilha está vazia." />}
      {items.length > 0 && (
        <ol className="rounded-xl border bg-raised lines">
          {groupTrail(items).map(({ first: { id, at, who, what }, count, names }) => (
            <li
              key={id}
              className="grid gap-x-4 grid-cols-[minmax(0,1fr)] wrap-anywhere xs:grid-cols-[4.75rem_minmax(0,1fr)] px-4 py-2 [&>time]:text-muted md:grid-cols-[6.5rem_minmax(0,16rem)_minmax(0,1fr)]"
            >
              <Time at={at} />
              <span>{who ?? 'terminal'}</span>
              <span className="xs:max-md:col-start-2">
                {auditLabel(what)}
                {names.length > 0 && (
                  <span className="text-muted">
                    {': '}
                    <bdi>{names.slice(0, MAX_NAMES).join(', ')}</bdi>
                    {names.length > MAX_NAMES && ` e mais ${names.length - MAX_NAMES}`}
                  </span>
                )}
                {count > 1 && <span className="text-muted"> ({count} vezes)</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} />
    </View>
  );
}
