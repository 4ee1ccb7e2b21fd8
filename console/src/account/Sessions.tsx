import type { AccountSessions } from '@funil/contract/console/account';
import { nameDevice } from '@funil/contract/console/name-device';
import { useQuery } from '@tanstack/react-query';
import { call, explain } from '../api.ts';
import { Missing } from '../parts/Missing.tsx';
import { Moment } from '../parts/Moment.tsx';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';

async function end(id: string): Promise<void> {
  try {
    await call(`account/sessions/${id}`, { method: 'DELETE' });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    tell('Sessão encerrada.');
  } catch (error) {
    warn(explain(error));
  }
}

/** Where this account is signed in. */
export function Sessions() {
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call<AccountSessions>('account/sessions', { signal }),
  });
  const { data } = query;
  return (
    <section className="panel account-part">
      <h2>Onde você entrou</h2>
      <Missing query={query} />
      <ul className="account-list">
        {data?.items.map(({ id, user_agent, address, refreshed_at, is_current }) => (
          <li key={id}>
            <div>
              <p>{nameDevice(user_agent)}</p>
              <p className="small muted">
                {address} · usada <Moment at={refreshed_at} />
              </p>
            </div>
            {is_current ? (
              <span className="state" data-tone="won">
                esta aqui
              </span>
            ) : (
              <button type="button" className="button" onClick={() => void end(id)}>
                Encerrar
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
