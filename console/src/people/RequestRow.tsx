import type { PrivacyRequest } from '@funil/contract/console/people';
import { Link } from '@tanstack/react-router';
import { ApiError, call, explain } from '../api.ts';
import { Moment } from '../parts/Moment.tsx';
import { formatWhole } from '../parts/moments.ts';
import { tell, warn } from '../parts/notice.ts';
import { Typed } from '../parts/Typed.tsx';
import { queryClient } from '../queries.ts';
import { Deadline } from '../subjects/Deadline.tsx';
import { REQUEST_WORDS } from './request-words.ts';

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
export function RequestRow({ request }: { request: PrivacyRequest }) {
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
