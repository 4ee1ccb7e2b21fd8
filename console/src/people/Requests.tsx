import type { NewPrivacyRequest, PrivacyRequest, RequestKind } from '@funil/contract/people/people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call, conflictExplainer } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { SelectField, TextArea, TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ShowMore } from '../parts/list/RowList.tsx';
import { keysOf } from '../parts/search-params.ts';
import { Deadline } from '../parts/time/Deadline.tsx';
import { formatFullTime } from '../parts/time/format-time.ts';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast, showUndoable } from '../parts/toast.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { requestsQuery } from './queries.ts';

/** Requests under the LGPD, with the time left to answer. */
export function Requests() {
  const query = useInfiniteQuery(requestsQuery);
  const { data } = query;
  const items = data ?? [];
  const openRequests = items.filter(({ done_at }) => done_at === null);
  const doneRequests = items.filter(({ done_at }) => done_at !== null);
  return (
    <View
      title="Pedidos"
      subtitle="A lei dá 15 dias para a resposta completa."
      actions={
        <DialogButton kind="main" dialog={(close) => <RequestForm onClose={close} />}>
          <Icon name="plus" />
          Anotar pedido
        </DialogButton>
      }
    >
      <QueryStatus query={query} />
      {data && items.length === 0 && (
        <Empty title="Nenhum pedido anotado.">
          Quando alguém pedir para ver ou apagar seus dados, anote aqui: o prazo passa a correr à
          vista.
        </Empty>
      )}
      <RequestList
        title="Em aberto"
        requests={openRequests.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1))}
      />
      <RequestList title="Respondidos" requests={doneRequests} />
      <ShowMore query={query} />
    </View>
  );
}

function RequestList({ title, requests }: { title: string; requests: readonly PrivacyRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section aria-label={title} className="stack">
      <h2>{title}</h2>
      <ul className="frame lines">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestForm({ onClose }: { onClose: () => void }) {
  async function submit(formData: FormData) {
    const kind = REQUEST_KINDS.find((listed) => listed === formData.get('kind'));
    if (kind === undefined) throw new Error('the select has an unknown kind');
    const body: NewPrivacyRequest = {
      kind,
      contact: String(formData.get('contact')).trim(),
      note: String(formData.get('note')).trim(),
    };
    await call('POST requests', { body });
    await queryClient.invalidateQueries({ queryKey: ['requests'] });
    showToast('Pedido anotado: 15 dias para responder.');
  }
  return (
    <FormDialog title="Anotar pedido" onClose={onClose} submitLabel="Anotar" onSubmit={submit}>
      <SelectField
        label="O que a pessoa pede"
        name="kind"
        options={Object.entries(REQUEST_LABELS)}
      />
      <TextField
        label="Telefone ou e-mail dela"
        name="contact"
        required
        minLength={3}
        maxLength={254}
        autoComplete="off"
      />
      <TextArea label="Anotação" name="note" maxLength={5000} rows={3} />
    </FormDialog>
  );
}

const explainError = conflictExplainer(
  'Outra pessoa mudou este pedido antes: veja como está agora.',
);

const setDone = (request: PrivacyRequest, done: boolean): Promise<void> =>
  runWithErrorToast(
    async () => {
      const changedRequest = await call('PATCH requests/:id', {
        params: { id: request.id },
        body: { version: request.version, done },
      });
      if (done) showUndoable('Pedido respondido.', () => setDone(changedRequest, false));
      else showToast('Pedido de novo em aberto.');
    },
    ['requests'],
    explainError,
  );

function RequestRow({ request }: { request: PrivacyRequest }) {
  const { kind, contact, note, received_at, due_at, done_at, done_by, erased_at } = request;
  const label = contact || 'pessoa que já não está aqui';
  return (
    <li className="grid gap-x-6 gap-y-3 items-center px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div>
        <p>
          <strong>{REQUEST_LABELS[kind]}</strong>{' '}
          {contact === '' ? (
            <span className="text-muted">contato apagado</span>
          ) : (
            <Link to="/pessoas/busca" search={{ q: contact }}>
              <bdi>{contact}</bdi>
            </Link>
          )}
        </p>
        {note && <p className="text-muted">{note}</p>}
        {erased_at !== null && <p>Dados apagados em {formatFullTime(erased_at)}.</p>}
        <p className="text-small text-muted">
          recebido <Time at={received_at} />
          {done_at === null
            ? ` · até ${formatFullTime(due_at)}`
            : ` · respondido por ${done_by ?? 'alguém'}, ${formatFullTime(done_at)}`}
        </p>
      </div>
      {done_at === null ? (
        <>
          <Deadline startAt={received_at} dueAt={due_at} />
          <Button
            aria-label={`Marcar como respondido: ${label}`}
            onClick={() => void setDone(request, true)}
          >
            Marcar como respondido
          </Button>
        </>
      ) : (
        <Button
          kind="quiet"
          aria-label={`Reabrir: ${label}`}
          onClick={() => void setDone(request, false)}
        >
          Reabrir
        </Button>
      )}
    </li>
  );
}

const REQUEST_LABELS: Record<RequestKind, string> = {
  access: 'Saber o que há dela',
  erasure: 'Apagar tudo',
  correction: 'Corrigir',
  objection: 'Parar de usar',
  other: 'Outro',
};

const REQUEST_KINDS = keysOf(REQUEST_LABELS);
