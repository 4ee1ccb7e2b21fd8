import type {
  Endpoint,
  EndpointTest,
  EndpointWithSecret,
  Lane,
} from '@funil/contract/console/deliveries';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { warn } from '../parts/notice.ts';
import { useRole } from '../session/role.ts';
import { EVENT_WORDS, hostOf, tellOff } from './delivery-words.ts';
import { LaneHealth } from './LaneHealth.tsx';
import { removeEndpoint } from './remove-endpoint.ts';
import { SecretOnce } from './SecretOnce.tsx';

interface Props {
  endpoint: Endpoint;
  /** Undefined: nothing is known of it yet. */
  lane: Lane | undefined;
}

/** One webhook: what it is told, how it does, and what can be done with it. */
export function EndpointCard({ endpoint, lane }: Props) {
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
    setIsAsking(false);
    try {
      const path = `endpoints/${id}/rotate`;
      setSecret((await call<EndpointWithSecret>(path, { method: 'POST', body: {} })).secret);
    } catch (error) {
      warn(explain(error));
    }
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
        <div className="lane-actions">
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
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Trocar o segredo?"
        description="O novo aparece uma vez. O de agora ainda assina por 24 horas, para dar tempo de trocar do outro lado."
        actions={
          <>
            <button type="button" className="button" onClick={() => setIsAsking(false)}>
              Cancelar
            </button>
            <button type="button" className="button main" onClick={() => void rotate()}>
              Trocar
            </button>
          </>
        }
      />
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
