import type { EndpointsAnswer } from '@funil/contract/console/deliveries';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Choice } from '../parts/Choice.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Missing.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { type DeliverySearch, deliveriesQuery, readDeliverySearch } from './delivery-queries.ts';
import { DELIVERY_OPTIONS, nameLane } from './delivery-words.ts';
import { replayDead } from './replay.ts';

interface Props {
  search: DeliverySearch;
  answer: EndpointsAnswer;
  onChange: (search: DeliverySearch) => void;
}

/** What was told, the newest first. */
export function DeliveryLog({ search, answer, onChange }: Props) {
  const query = useInfiniteQuery(deliveriesQuery(search));
  const { data } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const set = (key: keyof DeliverySearch) => (value: string) =>
    onChange(readDeliverySearch({ ...search, [key]: value }));
  return (
    <section className="log" aria-labelledby="log-title">
      <header className="log-head">
        <h2 id="log-title">Registro</h2>
        <Choice
          label="Estado"
          value={search.state ?? ''}
          options={DELIVERY_OPTIONS}
          onChange={set('state')}
        />
        <Choice
          label="Destino"
          value={search.destination ?? ''}
          options={answer.destinations.map((name) => [name, nameLane(name, answer.items)])}
          onChange={set('destination')}
        />
        {search.state === 'dead' && items.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => void replayDead(search.destination)}
          >
            Tentar todas de novo
          </button>
        )}
      </header>
      <Missing query={query} />
      {data && items.length === 0 && (
        <Empty
          title={
            Object.keys(search).length > 0 ? 'Nenhuma entrega assim.' : 'Nada foi enviado ainda.'
          }
        />
      )}
      {items.length > 0 && (
        <ul className="panel log-list">
          {items.map((item) => (
            <DeliveryRow
              key={item.id}
              delivery={item}
              lane={nameLane(item.destination, answer.items)}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </section>
  );
}
