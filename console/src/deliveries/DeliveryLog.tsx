import {
  cancellationLabel,
  DELIVERY_STATE_LABELS,
  destinationLabel,
  eventLabel,
  isWebhookDestination,
} from '@funil/contract/console/delivery-labels';
import { formatQuantity } from '@funil/contract/counts';
import type {
  DeliveryItem,
  DeliveryState,
  Endpoint,
  EndpointsResponse,
} from '@funil/contract/deliveries/deliveries';
import { formatDuration } from '@funil/contract/durations';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { FieldError, SelectField, type SelectOption } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { RowList } from '../parts/list/RowList.tsx';
import { StateMark, type Tone } from '../parts/StateMark.tsx';
import { formatFullTime } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { useNow } from '../parts/time/use-now.ts';
import { runWithErrorToast, showToast } from '../parts/toast.ts';
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

export function DeliveryLog({ search, endpoints, onChange }: Props) {
  const query = useInfiniteQuery(deliveriesQuery(search));
  const hasRows = (query.data?.length ?? 0) > 0;
  const setFilter = (key: keyof DeliverySearch) => (value: string) =>
    onChange(readDeliverySearch({ ...search, [key]: value }));
  return (
    <section className="stack" aria-labelledby="log-title">
      <header className="grid grid-cols-2 items-end gap-3 md:flex md:[&>.field]:w-52">
        <h2 id="log-title" className="col-span-full md:mr-auto">
          Registro
        </h2>
        <SelectField
          label="Estado"
          value={search.state ?? ''}
          options={[['', 'Todos'], ...Object.entries(DELIVERY_STATE_LABELS)]}
          onChange={setFilter('state')}
        />
        <SelectField
          label="Destino"
          value={search.destination ?? ''}
          options={[
            ['', 'Todos'],
            ...endpoints.queues.map(
              ({ destination }): SelectOption => [
                destination,
                queueLabel(destination, endpoints.items),
              ],
            ),
          ]}
          onChange={setFilter('destination')}
        />
        {search.state === 'dead' && hasRows && (
          <Button className="col-span-full" onClick={() => void replayDead(search.destination)}>
            Tentar todas de novo
          </Button>
        )}
      </header>
      <RowList
        query={query}
        empty={
          <Empty
            title={
              Object.keys(search).length > 0 ? 'Nenhuma entrega assim.' : 'Nada foi enviado ainda.'
            }
          />
        }
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            destination={queueLabel(delivery.destination, endpoints.items)}
          />
        )}
      </RowList>
    </section>
  );
}

/** @param destination `webhook:<id>`, `mail`, `meta`… */
export function queueLabel(destination: string, endpoints: readonly Endpoint[]): string {
  const endpoint = endpoints.find(({ id }) => destination === `webhook:${id}`);
  if (endpoint) return shortenUrl(endpoint.url);
  if (isWebhookDestination(destination)) return 'webhook removido';
  return destinationLabel(destination);
}

export const shortenUrl = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/\/$/, '');

const DELIVERY_STATE_TONES: Record<DeliveryState, Tone> = {
  waiting: 'busy',
  delivered: 'good',
  dead: 'bad',
  canceled: 'off',
};

function DeliveryRow({ delivery, destination }: { delivery: DeliveryItem; destination: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, person, state, attempts, created_at } = delivery;
  const isRetrying = state === 'waiting' && attempts > 0;
  return (
    <li>
      <button
        type="button"
        className="pressable grid [grid-template:'icon_event_time'_auto_'icon_destination_state'_auto_/_auto_minmax(0,1fr)_auto] items-center gap-x-2.5 w-full min-h-14 py-2 pr-4 pl-3 text-left lg:[grid-template:'icon_event_destination_state_time'_auto_/_auto_minmax(0,1.4fr)_minmax(0,1fr)_13rem_6.5rem] lg:min-h-11"
        aria-expanded={isOpen}
        aria-controls={`attempts-${id}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="forward" className="[grid-area:icon] w-4 in-aria-expanded:rotate-90" />
        <span className="[grid-area:event] truncate font-semibold">
          {eventLabel(type)}
          {person && <span className="font-normal"> · {person}</span>}
        </span>
        <span className="[grid-area:destination] truncate text-muted text-small lg:text-base">
          {destination}
        </span>
        <span className="[grid-area:state] text-small lg:text-base">
          <StateMark
            label={isRetrying ? 'Tentando' : DELIVERY_STATE_LABELS[state]}
            tone={isRetrying ? 'warn' : DELIVERY_STATE_TONES[state]}
          />
          {attempts > 1 && (
            <span className="text-small text-muted max-lg:hidden"> · {attempts} tentativas</span>
          )}
        </span>
        <span className="[grid-area:time] text-muted text-small text-right">
          <Time at={created_at} />
        </span>
      </button>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </li>
  );
}

function DeliveryDetails({ delivery: { id, state, due_at, outcome } }: { delivery: DeliveryItem }) {
  const { data, error } = useQuery(deliveryQuery(id));
  const remaining = Date.parse(due_at) - useNow();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="grid justify-items-start gap-2.5 pt-1 pr-4 pb-4 pl-10" id={`attempts-${id}`}>
      {state === 'waiting' && remaining > 0 && <p>Tenta de novo em {formatDuration(remaining)}.</p>}
      {state === 'canceled' && outcome && (
        <p className="text-muted">Motivo: {cancellationLabel(outcome)}.</p>
      )}
      <FieldError>{error && !data ? explain(error) : null}</FieldError>
      {data?.latest_attempts.length === 0 && <p className="text-muted">Nenhuma tentativa ainda.</p>}
      <ol className="grid w-full gap-2.5">
        {data?.latest_attempts.map(({ tried_at, status, duration_ms, response }) => (
          <li key={tried_at}>
            <span className="mr-3 font-semibold">{status ?? 'sem resposta'}</span>
            <span className="text-small text-muted">
              {formatFullTime(tried_at)} · {duration_ms} ms
            </span>
            <EndpointResponse text={response} />
          </li>
        ))}
      </ol>
      <p className="text-small text-muted">Entrega {id}</p>
      <Button
        onClick={() => (state === 'delivered' ? setIsConfirming(true) : void replayDelivery(id))}
      >
        {state === 'waiting' ? 'Tentar agora' : 'Enviar de novo'}
      </Button>
      {isConfirming && (
        <FormDialog
          title="Enviar de novo?"
          description="Esta já foi entregue: do outro lado ela vai chegar duas vezes."
          onClose={() => setIsConfirming(false)}
          submitLabel="Enviar outra vez"
          onSubmit={() => replayDelivery(id)}
        />
      )}
    </div>
  );
}

/** Shows an attempt's stored text: advice, the beginning of the destination's answer, or both. */
export const EndpointResponse = ({ text }: { text: string | null }) =>
  text && (
    <code className="block max-h-32 overflow-y-auto text-small whitespace-pre-wrap">{text}</code>
  );

const QUERIES_CHANGED_BY_REPLAY = ['endpoints', 'deliveries', 'delivery', 'today'];

/** Sends the delivery again under the same id. */
const replayDelivery = (id: string): Promise<void> =>
  runWithErrorToast(async () => {
    await call('POST deliveries/:id/replay', { params: { id } });
    showToast('De volta à fila: sai em instantes.');
  }, QUERIES_CHANGED_BY_REPLAY);

/** @param destination undefined for the dead deliveries of every destination */
const replayDead = (destination: string | undefined): Promise<void> =>
  runWithErrorToast(async () => {
    const body = { state: 'dead', destination } as const;
    const { replayed } = await call('POST deliveries/replay', { body });
    showToast(describeReplayed(replayed));
  }, QUERIES_CHANGED_BY_REPLAY);

function describeReplayed(count: number): string {
  if (count === 0) return 'Nenhuma voltou à fila: o destino foi removido ou a pessoa foi apagada.';
  return `${formatQuantity(count, 'entrega', 'entregas')} de volta à fila.`;
}
