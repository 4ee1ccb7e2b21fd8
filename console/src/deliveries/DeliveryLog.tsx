import type {
  DeliveryItem,
  EndpointsAnswer,
  ReplayAnswer,
} from '@funil/contract/console/deliveries';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { type Option, SelectField } from '../parts/Fields.tsx';
import { formatDuration, formatFullTime } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { Time } from '../parts/Time.tsx';
import { runAction, showToast } from '../parts/toast.ts';
import { useNow } from '../parts/use-now.ts';
import { DELIVERY_OPTIONS, DELIVERY_WORDS, EVENT_WORDS, nameLane } from './delivery-words.ts';
import {
  type DeliverySearch,
  deliveriesQuery,
  deliveryQuery,
  readDeliverySearch,
} from './queries.ts';

interface Props {
  search: DeliverySearch;
  answer: EndpointsAnswer;
  onChange: (search: DeliverySearch) => void;
}

/** All deliveries, the newest first. */
export function DeliveryLog({ search, answer, onChange }: Props) {
  const query = useInfiniteQuery(deliveriesQuery(search));
  const { data: items = [] } = query;
  const set = (key: keyof DeliverySearch) => (value: string) =>
    onChange(readDeliverySearch({ ...search, [key]: value }));
  return (
    <section className="log" aria-labelledby="log-title">
      <header className="log-head">
        <h2 id="log-title">Registro</h2>
        <SelectField
          label="Estado"
          value={search.state ?? ''}
          options={DELIVERY_OPTIONS}
          onChange={set('state')}
        />
        <SelectField
          label="Destino"
          value={search.destination ?? ''}
          options={[
            ['', 'Todos'],
            ...answer.destinations.map((name): Option => [name, nameLane(name, answer.items)]),
          ]}
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
      <QueryStatus query={query} />
      {query.data?.length === 0 && (
        <Empty
          title={
            Object.keys(search).length > 0 ? 'Nenhuma entrega assim.' : 'Nada foi enviado ainda.'
          }
        />
      )}
      {items.length > 0 && (
        <ul className="panel lines">
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

interface DeliveryRowProps {
  delivery: DeliveryItem;
  /** The destination in words. */
  lane: string;
}

/** One delivery: event, destination and state; opened, each attempt and its answer. */
function DeliveryRow({ delivery, lane }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, state, tries, created_at } = delivery;
  const { label, tone } = DELIVERY_WORDS[state];
  return (
    <li>
      <button
        type="button"
        className="press log-open"
        aria-expanded={isOpen}
        aria-controls={`tries-${id}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="forward" />
        <span className="log-what">{EVENT_WORDS[type] ?? type}</span>
        <span className="log-lane">{lane}</span>
        <span className="log-state">
          <span className="state" data-tone={state === 'waiting' && tries > 0 ? 'warn' : tone}>
            {state === 'waiting' && tries > 0 ? 'Tentando' : label}
          </span>
          {tries > 1 && <span className="small muted"> {tries} tentativas</span>}
        </span>
        <span className="log-time">
          <Time at={created_at} />
        </span>
      </button>
      {isOpen && <Tries delivery={delivery} />}
    </li>
  );
}

function Tries({ delivery }: { delivery: DeliveryItem }) {
  const { id, state, due_at, outcome } = delivery;
  const { data, error } = useQuery(deliveryQuery(id));
  const now = useNow();
  const left = Date.parse(due_at) - now;
  return (
    <div className="log-tries" id={`tries-${id}`}>
      {state === 'waiting' && left > 0 && <p>Tenta de novo em {formatDuration(left)}.</p>}
      {state === 'canceled' && outcome && <p className="muted">Motivo: {outcome}</p>}
      {error && !data && <p className="field-error">{explain(error)}</p>}
      {data?.attempts.length === 0 && <p className="muted">Nenhuma tentativa ainda.</p>}
      <ol>
        {data?.attempts.map(({ tried_at, status, took, answer }) => (
          <li key={tried_at}>
            <span className="log-status">{status ?? 'sem resposta'}</span>
            <span className="small muted">
              {formatFullTime(tried_at)} · {took} ms
            </span>
            {answer && <code>{answer}</code>}
          </li>
        ))}
      </ol>
      <p className="small muted log-id">
        {delivery.subject} · {id}
      </p>
      {state !== 'waiting' && (
        <button type="button" className="button" onClick={() => void replayDelivery(id)}>
          Enviar de novo
        </button>
      )}
    </div>
  );
}

const CHANGED = ['endpoints', 'deliveries', 'delivery', 'today'];

/** Sends a delivery once more, under the same id. */
const replayDelivery = (id: string): Promise<void> =>
  runAction(async () => {
    await call(`deliveries/${id}/replay`, { method: 'POST', body: {} });
    showToast('De volta à fila: sai em instantes.');
  }, CHANGED);

/** Puts all dead deliveries back into the queue. */
const replayDead = (destination: string | undefined): Promise<void> =>
  runAction(async () => {
    const body = { state: 'dead', ...(destination !== undefined && { destination }) };
    const { replayed } = await call<ReplayAnswer>('deliveries/replay', { method: 'POST', body });
    showToast(tellReplayed(replayed));
  }, CHANGED);

function tellReplayed(count: number): string {
  if (count === 0) return 'Nenhuma voltou: o destino foi tirado ou a pessoa, apagada.';
  return count === 1 ? '1 entrega de volta à fila.' : `${count} entregas de volta à fila.`;
}
