import type {
  NewPrivacyRequest,
  PrivacyRequest,
  RequestKind,
} from '@funil/contract/console/people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, call, explain } from '../api.ts';
import { Deadline } from '../contacts/Deadline.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { formatWhole } from '../parts/moments.ts';
import { tell, warn } from '../parts/notice.ts';
import { ShowMore } from '../parts/ShowMore.tsx';
import { TextField } from '../parts/TextField.tsx';
import { Typed } from '../parts/Typed.tsx';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { requestsQuery } from './people-queries.ts';

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

/** Takes down what somebody asked for; the clock runs from here. */
function RequestForm({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const kind = REQUEST_KINDS.find((each) => each === data.get('kind'));
    if (!kind) return;
    const body: NewPrivacyRequest = {
      kind,
      contact: String(data.get('contact')).trim(),
      note: String(data.get('note')).trim(),
    };
    try {
      await call('requests', { method: 'POST', body });
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      tell('Pedido anotado: 15 dias para responder.');
      onClose();
    } catch (error) {
      setFailure(explain(error));
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Anotar pedido"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form="request-form" className="button main">
            Anotar
          </button>
        </>
      }
    >
      <form id="request-form" className="fields" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="request-kind">O que a pessoa pede</label>
          <select id="request-kind" name="kind" className="input">
            {REQUEST_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {REQUEST_WORDS[kind]}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label="Telefone ou e-mail dela"
          name="contact"
          required
          minLength={3}
          maxLength={254}
          autoComplete="off"
        />
        <div className="field">
          <label htmlFor="request-note">Anotação</label>
          <textarea id="request-note" name="note" className="input" maxLength={5000} rows={3} />
        </div>
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}

async function settle(request: PrivacyRequest, done: boolean): Promise<void> {
  try {
    const changed = await call<PrivacyRequest>(`requests/${request.id}`, {
      method: 'PATCH',
      body: { version: request.version, done },
    });
    tell(
      done ? 'Pedido respondido.' : 'Pedido de novo em aberto.',
      done ? { label: 'Desfazer', act: () => void settle(changed, false) } : undefined,
    );
  } catch (error) {
    const isChanged = error instanceof ApiError && error.code === 'changed';
    warn(
      isChanged ? 'Outra pessoa mudou este pedido antes: veja como está agora.' : explain(error),
    );
  }
  await queryClient.invalidateQueries({ queryKey: ['requests'] });
}

/** One request: who asks what, and the time left. */
function RequestRow({ request }: { request: PrivacyRequest }) {
  const { kind, contact, note, received_at, due_at, done_at, done_by, erased_at } = request;
  const who = contact || 'pessoa que já não está aqui';
  return (
    <li className="request">
      <div className="request-what">
        <p>
          <strong>{REQUEST_WORDS[kind]}</strong>{' '}
          {contact === '' ? (
            <span className="muted">contato apagado</span>
          ) : (
            <Link to="/pessoas" search={{ q: contact }}>
              <Typed>{contact}</Typed>
            </Link>
          )}
        </p>
        {note && <p className="muted">{note}</p>}
        {erased_at !== null && <p>Dados apagados em {formatWhole(erased_at)}.</p>}
        <p className="small muted">
          recebido <Moment at={received_at} />
          {done_at === null
            ? ` · até ${formatWhole(due_at)}`
            : ` · respondido por ${done_by ?? 'alguém'}, ${formatWhole(done_at)}`}
        </p>
      </div>
      {done_at === null ? (
        <>
          <Deadline from={received_at} due={due_at} />
          <button
            type="button"
            className="button"
            aria-label={`Respondido: ${who}`}
            onClick={() => void settle(request, true)}
          >
            Respondido
          </button>
        </>
      ) : (
        <button
          type="button"
          className="button quiet"
          aria-label={`Reabrir: ${who}`}
          onClick={() => void settle(request, false)}
        >
          Reabrir
        </button>
      )}
    </li>
  );
}

/** What a person may ask for (LGPD, art. 18). */
const REQUEST_WORDS: Record<RequestKind, string> = {
  access: 'Saber o que há dela',
  erasure: 'Apagar tudo',
  correction: 'Corrigir',
  objection: 'Parar de usar',
  other: 'Outro',
};

const REQUEST_KINDS: readonly RequestKind[] = [
  'access',
  'erasure',
  'correction',
  'objection',
  'other',
];
