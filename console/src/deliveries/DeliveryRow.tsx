import type { DeliveryItem } from '@funil/contract/console/deliveries';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../api.ts';
import { Icon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { formatSpan, formatWhole } from '../parts/moments.ts';
import { useNow } from '../parts/use-now.ts';
import { deliveryQuery } from './delivery-queries.ts';
import { DELIVERY_WORDS, EVENT_WORDS } from './delivery-words.ts';
import { replayDelivery } from './replay.ts';

interface Props {
  delivery: DeliveryItem;
  /** The destination in words. */
  lane: string;
}

/** One delivery: what, where to, how it stands; opened, each try and what came back. */
export function DeliveryRow({ delivery, lane }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, state, tries, created_at } = delivery;
  const { label, tone } = DELIVERY_WORDS[state];
  return (
    <li className="log-row">
      <button
        type="button"
        className="log-open"
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
          <Moment at={created_at} />
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
      {state === 'waiting' && left > 0 && <p>Tenta de novo em {formatSpan(left)}.</p>}
      {state === 'canceled' && outcome && <p className="muted">Motivo: {outcome}</p>}
      {error && !data && <p className="field-error">{explain(error)}</p>}
      {data?.attempts.length === 0 && <p className="muted">Nenhuma tentativa ainda.</p>}
      <ol>
        {data?.attempts.map(({ tried_at, status, took, answer }) => (
          <li key={tried_at}>
            <span className="log-status">{status ?? 'sem resposta'}</span>
            <span className="small muted">
              {formatWhole(tried_at)} · {took} ms
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
