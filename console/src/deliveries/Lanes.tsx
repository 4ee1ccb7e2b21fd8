import type {
  Endpoint,
  EndpointsAnswer,
  EndpointTest,
  EndpointWithSecret,
  Lane,
} from '@funil/contract/console/deliveries';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, explain } from '../api.ts';
import { FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Time } from '../parts/Time.tsx';
import { runAction, showToast } from '../parts/toast.ts';
import { useRole } from '../session/context.ts';
import { EVENT_WORDS, hostOf, nameLane, tellOff } from './delivery-words.ts';
import { SecretOnce } from './EndpointForm.tsx';

/** Every destination, and its health: one that fails does not delay the others. */
export function Lanes({ answer }: { answer: EndpointsAnswer }) {
  const { items, lanes } = answer;
  const others = lanes.filter(({ destination }) => !destination.startsWith('webhook:'));
  if (items.length + others.length === 0) {
    return (
      <Empty title="Ninguém é avisado ainda.">
        Um webhook conta cada lead e cada venda a n8n, Make, um CRM. E-mail, Meta e Google se ligam
        nas configurações do servidor.
      </Empty>
    );
  }
  return (
    <section aria-labelledby="lanes-title">
      <h2 id="lanes-title">Destinos</h2>
      <ul className="lanes">
        {items.map((endpoint) => (
          <li key={endpoint.id} className="panel lane">
            <EndpointCard
              endpoint={endpoint}
              lane={lanes.find(({ destination }) => destination === `webhook:${endpoint.id}`)}
            />
          </li>
        ))}
        {others.map((lane) => (
          <li key={lane.destination} className="panel lane">
            <h3>{nameLane(lane.destination)}</h3>
            <LaneHealth lane={lane} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EndpointCardProps {
  endpoint: Endpoint;
  /** Undefined if nothing was sent yet. */
  lane: Lane | undefined;
}

/** One webhook: its events, its health, and its actions. */
function EndpointCard({ endpoint, lane }: EndpointCardProps) {
  const { id, url, events, off_at, off_reason } = endpoint;
  const [result, setResult] = useState<EndpointTest | 'testing' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isOwner = useRole() === 'owner';
  async function test() {
    setResult('testing');
    try {
      setResult(await call<EndpointTest>(`endpoints/${id}/test`, { method: 'POST', body: {} }));
    } catch (error) {
      setResult({ ok: false, status: null, answer: explain(error) });
    }
  }
  async function rotate() {
    const path = `endpoints/${id}/rotate`;
    setSecret((await call<EndpointWithSecret>(path, { method: 'POST', body: {} })).secret);
    setIsAsking(false);
  }
  return (
    <>
      <h3 title={url}>{hostOf(url)}</h3>
      <p className="small muted">
        {events.length === 0
          ? 'Todos os acontecimentos'
          : events.map((event) => EVENT_WORDS[event]).join(', ')}
      </p>
      {off_at === null ? (
        lane && <LaneHealth lane={lane} />
      ) : (
        <p className="field-error">{tellOff(off_reason)}</p>
      )}
      {result !== null && <TestResult result={result} />}
      {isOwner && (
        <div className="buttons lane-actions">
          <button
            type="button"
            className="button"
            disabled={result === 'testing'}
            onClick={() => void test()}
          >
            Testar
          </button>
          <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
            Trocar segredo
          </button>
          <button
            type="button"
            className="button quiet square"
            aria-label={`Tirar ${hostOf(url)}`}
            onClick={() => void removeEndpoint(endpoint)}
          >
            <Icon name="trash" />
          </button>
        </div>
      )}
      {secret !== null && <SecretOnce secret={secret} onClose={() => setSecret(null)} />}
      {isAsking && (
        <FormDialog
          title="Trocar o segredo?"
          description="O novo aparece uma vez. O de agora ainda assina por 24 horas, para dar tempo de trocar do outro lado."
          onClose={() => setIsAsking(false)}
          submitLabel="Trocar"
          onSubmit={rotate}
        />
      )}
    </>
  );
}

function TestResult({ result }: { result: EndpointTest | 'testing' }) {
  if (result === 'testing') return <p role="status">Testando…</p>;
  const { ok, status, answer } = result;
  return (
    <div className="lane-test" role="status" data-ok={ok || undefined}>
      <p>
        <span className="state" data-tone={ok ? 'good' : 'bad'}>
          {ok ? 'O teste chegou' : 'O teste não chegou'}
          {status !== null && ` · resposta ${status}`}
        </span>
      </p>
      {answer && <code>{answer}</code>}
    </div>
  );
}

function judge({ dead, failing, delivered_at }: Lane) {
  if (dead > 0) return 'bad';
  if (failing > 0) return 'warn';
  return delivered_at === null ? 'off' : 'good';
}

/** Whether deliveries reach a destination. */
function LaneHealth({ lane }: { lane: Lane }) {
  const { destination, dead, failing, waiting, delivered_at } = lane;
  const tone = judge(lane);
  const words = {
    bad: `${dead} ${dead === 1 ? 'desistência' : 'desistências'}`,
    warn: failing === 1 ? '1 falhou e tenta de novo' : `${failing} falharam e tentam de novo`,
    good: waiting > 0 ? 'entregando' : 'em dia',
    off: waiting > 0 ? 'começando' : 'nada enviado ainda',
  };
  return (
    <p className="lane-health">
      <span className="state" data-tone={tone}>
        {tone === 'bad' ? (
          <Link to="/entregas" search={{ state: 'dead', destination }}>
            {words.bad}
          </Link>
        ) : (
          words[tone]
        )}
      </span>
      {delivered_at && (
        <span className="small muted">
          última <Time at={delivered_at} />
        </span>
      )}
    </p>
  );
}

const CHANGED = ['endpoints', 'deliveries'];

const explainRestoring = (error: unknown) =>
  error instanceof ApiError && error.status === 404
    ? 'Ele já saiu de vez: cadastre o endereço de novo.'
    : explain(error);

/** Restores a removed webhook with its secret; the events of the meantime are sent. */
const restore = ({ id, url }: Endpoint): Promise<void> =>
  runAction(
    async () => {
      await call(`endpoints/${id}/restore`, { method: 'POST', body: {} });
      showToast(`${hostOf(url)} recebe de novo.`);
    },
    CHANGED,
    explainRestoring,
  );

/** Removes a webhook at once, and offers to restore it. */
const removeEndpoint = (endpoint: Endpoint): Promise<void> =>
  runAction(async () => {
    await call(`endpoints/${endpoint.id}`, { method: 'DELETE' });
    showToast(`${hostOf(endpoint.url)} não recebe mais nada.`, {
      label: 'Desfazer',
      onClick: () => void restore(endpoint),
    });
  }, CHANGED);
