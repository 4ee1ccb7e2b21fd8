import type {
  DeliveryItem,
  EndpointsResponse,
  ReplayResponse,
} from '@funil/contract/console/deliveries';
import { DELIVERY_STATE_LABELS, eventLabel } from '@funil/contract/delivery-labels';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { type Option, SelectField } from '../parts/Fields.tsx';
import { formatDuration, formatFullTime } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { ShowMore } from '../parts/ShowMore.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { Time } from '../parts/Time.tsx';
import { runWithErrorToast, showToast } from '../parts/toast.ts';
import { useNow } from '../parts/use-now.ts';
import { deliveryMark, queueLabel } from './labels.ts';
import {
  type DeliverySearch,
  deliveriesQuery,
  deliveryQuery,
  readDeliverySearch,
} from './queries.ts';

interface Props {
  search: DeliverySearch;
  endpoints: EndpointsResponse;
  onChange: (search: DeliverySearch) => void;
}

/** All deliveries, the newest first. */
export function DeliveryLog({ search, endpoints, onChange }: Props) {
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
          options={[['', 'Todos'], ...Object.entries(DELIVERY_STATE_LABELS)]}
          onChange={set('state')}
        />
        <SelectField
          label="Destino"
          value={search.destination ?? ''}
          options={[
            ['', 'Todos'],
            ...endpoints.destinations.map(
              (name): Option => [name, queueLabel(name, endpoints.items)],
            ),
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
              destination={queueLabel(item.destination, endpoints.items)}
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
  destination: string;
}

function DeliveryRow({ delivery, destination }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, person, state, tries, created_at } = delivery;
  const isRetrying = state === 'waiting' && tries > 0;
  return (
    <li>
      <button
        type="button"
        className="pressable log-open"
        aria-expanded={isOpen}
        aria-controls={`attempts-${id}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="forward" />
        <span className="log-event">
          {eventLabel(type)}
          {person && <span className="log-person"> · {person}</span>}
        </span>
        <span className="log-destination">{destination}</span>
        <span className="log-state">
          <StateMark
            {...(isRetrying ? { label: 'Tentando', tone: 'warn' } : deliveryMark(state))}
          />
          {tries > 1 && <span className="small muted"> · {tries} tentativas</span>}
        </span>
        <span className="log-time">
          <Time at={created_at} />
        </span>
      </button>
      {isOpen && <Attempts delivery={delivery} />}
    </li>
  );
}

function Attempts({ delivery: { id, state, due_at, outcome } }: { delivery: DeliveryItem }) {
  const { data, error } = useQuery(deliveryQuery(id));
  const remaining = Date.parse(due_at) - useNow();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="log-attempts" id={`attempts-${id}`}>
      {state === 'waiting' && remaining > 0 && <p>Tenta de novo em {formatDuration(remaining)}.</p>}
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
      <p className="small muted">Entrega {id}</p>
      <button
        type="button"
        className="button"
        onClick={() => (state === 'delivered' ? setIsConfirming(true) : void replayDelivery(id))}
      >
        {state === 'waiting' ? 'Tentar agora' : 'Enviar de novo'}
      </button>
      {isConfirming && (
        <FormDialog
          title="Enviar de novo?"
          description="Esta já foi entregue: do outro lado ela vai chegar duas vezes."
          onClose={() => setIsConfirming(false)}
          submitLabel="Enviar outra vez"
          onSubmit={async () => {
            setIsConfirming(false);
            await replayDelivery(id);
          }}
        />
      )}
    </div>
  );
}

const CHANGED_QUERIES = ['endpoints', 'deliveries', 'delivery', 'today'];

/** Sends a delivery now, under the same id. */
const replayDelivery = (id: string): Promise<void> =>
  runWithErrorToast(async () => {
    await call(`deliveries/${id}/replay`, { method: 'POST', body: {} });
    showToast('De volta à fila: sai em instantes.');
  }, CHANGED_QUERIES);

/** Puts all dead deliveries, or those of one destination, back into the queue. */
const replayDead = (destination: string | undefined): Promise<void> =>
  runWithErrorToast(async () => {
    const body = { state: 'dead', destination };
    const { replayed } = await call<ReplayResponse>('deliveries/replay', { method: 'POST', body });
    showToast(describeReplayed(replayed));
  }, CHANGED_QUERIES);

function describeReplayed(count: number): string {
  if (count === 0) return 'Nenhuma voltou: o destino foi removido, ou a pessoa, apagada.';
  return count === 1 ? '1 entrega de volta à fila.' : `${count} entregas de volta à fila.`;
}
