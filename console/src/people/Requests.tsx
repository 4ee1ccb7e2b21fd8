import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Missing } from '../parts/Missing.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { View } from '../parts/View.tsx';
import { PeopleTabs } from './PeopleTabs.tsx';
import { requestsQuery } from './people-queries.ts';
import { RequestForm } from './RequestForm.tsx';
import { RequestRow } from './RequestRow.tsx';

/** What persons asked for, and by when it must be answered. */
export function Requests() {
  const query = useInfiniteQuery(requestsQuery);
  const { data } = query;
  const [isAdding, setIsAdding] = useState(false);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const open = items.filter(({ done_at }) => done_at === null);
  const done = items.filter(({ done_at }) => done_at !== null);
  return (
    <View
      title="Pessoas"
      lead="A lei dá 15 dias para responder por inteiro."
      actions={
        <button type="button" className="button main" onClick={() => setIsAdding(true)}>
          <Icon name="plus" />
          Anotar pedido
        </button>
      }
    >
      <PeopleTabs />
      <Missing query={query} />
      {data && items.length === 0 && (
        <Empty title="Nenhum pedido anotado.">
          Quando alguém pedir para ver ou apagar seus dados, anote aqui: o prazo passa a correr à
          vista.
        </Empty>
      )}
      {open.length > 0 && (
        <section aria-labelledby="open-title" className="requests">
          <h2 id="open-title">Em aberto</h2>
          <ul className="panel">
            {open
              .toSorted((one, other) => (one.due_at < other.due_at ? -1 : 1))
              .map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <section aria-labelledby="done-title" className="requests">
          <h2 id="done-title">Respondidos</h2>
          <ul className="panel">
            {done.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        </section>
      )}
      <ShowMore query={query} />
      {isAdding && <RequestForm onClose={() => setIsAdding(false)} />}
    </View>
  );
}
