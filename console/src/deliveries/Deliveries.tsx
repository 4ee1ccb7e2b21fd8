import { EVENT_LABELS, isWebhookDestination } from '@funil/contract/console/delivery-labels';
import { formatQuantity } from '@funil/contract/counts';
import type {
  Endpoint,
  EndpointsResponse,
  EndpointTest,
} from '@funil/contract/deliveries/deliveries';
import { OWNERS } from '@funil/contract/operators/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, explain, isNotFound } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button, TrashButton } from '../parts/Button.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { useRequest } from '../parts/use-request.ts';
import { View } from '../parts/View.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { DeliveryLog, EndpointResponse, queueLabel, shortenUrl } from './DeliveryLog.tsx';
import { EndpointForm, SecretDialog } from './EndpointForm.tsx';
import { endpointsQuery } from './queries.ts';

export function Deliveries() {
  const search = useSearch({ from: '/ligacoes/entregas' });
  const navigate = useNavigate();
  const query = useQuery(endpointsQuery);
  const { data } = query;
  const isOwner = OWNERS.includes(useRole());
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <View
      title="Entregas"
      subtitle="O que o Funil avisa a outros sistemas, e se chegou."
      actions={
        isOwner && (
          <DialogButton
            kind="main"
            dialog={(close) => <EndpointForm onClose={close} onCreated={setSecret} />}
          >
            <Icon name="plus" />
            Novo webhook
          </DialogButton>
        )
      }
    >
      <QueryStatus query={query} />
      {data && (
        <div className="grid gap-8">
          <Destinations endpoints={data} />
          {data.queues.length > 0 && (
            <DeliveryLog
              search={search}
              endpoints={data}
              onChange={(newSearch) => void navigate({ to: '.', search: newSearch, replace: true })}
            />
          )}
        </div>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </View>
  );
}

type Queue = EndpointsResponse['queues'][number];

function Destinations({ endpoints }: { endpoints: EndpointsResponse }) {
  const { items, queues } = endpoints;
  const otherQueues = queues.filter(({ destination }) => !isWebhookDestination(destination));
  if (items.length + otherQueues.length === 0) {
    return (
      <Empty title="Ninguém é avisado ainda.">
        <p>
          Um webhook avisa o n8n, o Make ou um CRM de cada lead e cada venda. E-mail, Meta e Google
          se ligam em Segredos.
        </p>
        <ViewButton to="/ligacoes">Abrir os segredos</ViewButton>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="destinations-title">
      <h2 id="destinations-title">Destinos</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(21rem,100%),1fr))] gap-4 mt-3">
        {items.map((endpoint) => (
          <li key={endpoint.id} className="frame flex flex-col gap-2.5 p-4">
            <EndpointCard
              endpoint={endpoint}
              queue={queues.find(({ destination }) => destination === `webhook:${endpoint.id}`)}
            />
          </li>
        ))}
        {otherQueues.map((queue) => (
          <li key={queue.destination} className="frame flex flex-col gap-2.5 p-4">
            <h3>{queueLabel(queue.destination, items)}</h3>
            <QueueState queue={queue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EndpointCard({ endpoint, queue }: { endpoint: Endpoint; queue: Queue | undefined }) {
  const { id, url, events, off_at } = endpoint;
  const name = shortenUrl(url);
  const [testResult, setTestResult] = useState<EndpointTest | null>(null);
  const { isBusy: isTesting, failure, run } = useRequest();
  const [secret, setSecret] = useState<string | null>(null);
  const isOwner = OWNERS.includes(useRole());
  const testEndpoint = () =>
    run(async () => setTestResult(await call('POST endpoints/:id/test', { params: { id } })));
  async function rotate() {
    const { secret } = await call('POST endpoints/:id/rotate', { params: { id } });
    setSecret(secret);
  }
  return (
    <>
      <h3 title={url}>{name}</h3>
      <p className="text-small text-muted">
        {events.length === 0
          ? 'Todos os acontecimentos'
          : events.map((event) => EVENT_LABELS[event]).join(', ')}
      </p>
      {off_at === null ? (
        queue && <QueueState queue={queue} />
      ) : (
        <p className="text-small text-bad">
          O endereço respondeu que não existe mais (410): nada mais é enviado.
        </p>
      )}
      {isTesting && <p role="status">Testando…</p>}
      {failure && <TestResult ok={false} status={null} response={failure} />}
      {!isTesting && failure === null && testResult && <TestResult {...testResult} />}
      {isOwner && (
        <div className="buttons gap-1 mt-auto [&>:last-child]:ml-auto">
          <Button aria-disabled={isTesting} onClick={() => void testEndpoint()}>
            Testar
          </Button>
          <DialogButton
            kind="quiet"
            dialog={(close) => (
              <FormDialog
                title="Trocar o segredo?"
                description="O novo aparece uma vez. O de agora ainda assina por 24 horas, para dar tempo de trocar do outro lado."
                onClose={close}
                submitLabel="Trocar"
                onSubmit={rotate}
              />
            )}
          >
            Trocar segredo
          </DialogButton>
          <TrashButton label={`Tirar ${name}`} onClick={() => void removeEndpoint(endpoint)} />
        </div>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const TestResult = ({ ok, status, response }: EndpointTest) => (
  <div
    className="grid gap-1.5 px-3 py-2.5 border-l-3 border-l-bad bg-sunk data-ok:border-l-good"
    role="status"
    data-ok={ok || undefined}
  >
    <p>
      <StateMark
        label={`${ok ? 'O teste chegou' : 'O teste não chegou'}${status === null ? '' : ` · resposta ${status}`}`}
        tone={ok ? 'good' : 'bad'}
      />
    </p>
    <EndpointResponse text={response} />
  </div>
);

function describeQueue({ failing, waiting, delivered_at }: Queue): StateMarkProps {
  if (failing > 0) {
    const label = formatQuantity(failing, 'falhou e tenta de novo', 'falharam e tentam de novo');
    return { label, tone: 'warn' };
  }
  return delivered_at === null
    ? { label: waiting > 0 ? 'começando' : 'nada enviado ainda', tone: 'off' }
    : { label: waiting > 0 ? 'entregando' : 'em dia', tone: 'good' };
}

function QueueState({ queue }: { queue: Queue }) {
  const { destination, dead, delivered_at } = queue;
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      {dead > 0 ? (
        <span className="state" data-tone="bad">
          <Link to="/ligacoes/entregas" search={{ state: 'dead', destination }}>
            {formatQuantity(dead, 'entrega falhou', 'entregas falharam')}
          </Link>
        </span>
      ) : (
        <StateMark {...describeQueue(queue)} />
      )}
      {delivered_at && (
        <span className="text-small text-muted">
          última <Time at={delivered_at} />
        </span>
      )}
    </p>
  );
}

const QUERIES_OF_ENDPOINTS = ['endpoints', 'deliveries'];

const explainRestoring = (error: unknown) =>
  isNotFound(error)
    ? 'Este webhook já foi apagado de vez: cadastre o endereço de novo.'
    : explain(error);

/** Restores a removed webhook with its secret; the events since the removal are sent. */
const restoreEndpoint = ({ id, url }: Endpoint): Promise<void> =>
  runWithErrorToast(
    async () => {
      await call('POST endpoints/:id/restore', { params: { id } });
      showToast(`${shortenUrl(url)} recebe de novo.`);
    },
    QUERIES_OF_ENDPOINTS,
    explainRestoring,
  );

const removeEndpoint = (endpoint: Endpoint): Promise<void> =>
  runWithErrorToast(async () => {
    await call('DELETE endpoints/:id', { params: { id: endpoint.id } });
    showUndoable(`${shortenUrl(endpoint.url)} não recebe mais nada.`, () =>
      restoreEndpoint(endpoint),
    );
  }, QUERIES_OF_ENDPOINTS);
