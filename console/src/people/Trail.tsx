import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Moment } from '../parts/Moment.tsx';
import { View } from '../parts/View.tsx';
import { nameAction } from './audit-words.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { auditQuery } from './people-queries.ts';

/** Who looked at or changed whose data, and when; never what it said. */
export function Trail() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(auditQuery);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <View
      title="Pessoas"
      lead="Quem viu ou mudou dados pessoais, e quando. Nenhum valor é guardado."
    >
      <PeopleTabs />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
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
      {hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Mostrar mais
        </button>
      )}
    </View>
  );
}
