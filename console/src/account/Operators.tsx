import type { AccountInvitation, AccountOperators } from '@funil/contract/console/account';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, explain } from '../api.ts';
import { Missing } from '../parts/Missing.tsx';
import { Moment } from '../parts/Moment.tsx';
import { TextField } from '../parts/TextField.tsx';
import { queryClient } from '../queries.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { OperatorRow } from './OperatorRow.tsx';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['operators'] });

/** Who else may sign in; a new one gets a link that works once. */
export function Operators() {
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => call<AccountOperators>('account/operators', { signal }),
  });
  const { data } = query;
  const [invitation, setInvitation] = useState<AccountInvitation | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function invite(email: string) {
    try {
      const body = { email };
      setInvitation(await call('account/operators', { method: 'POST', body }));
      setFailure(null);
      await refresh();
    } catch (problem) {
      setFailure(explain(problem));
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    void invite(String(new FormData(form).get('email')).trim()).then(() => form.reset());
  }
  return (
    <section className="panel account-part">
      <h2>Operadores</h2>
      <Missing query={query} />
      {data && (
        <ul className="account-list">
          {data.items.map((operator) => (
            <OperatorRow
              key={operator.id}
              operator={operator}
              onChanged={refresh}
              onReset={() => void invite(operator.email)}
            />
          ))}
          {data.invitations.map(({ email, expires_at }) => (
            <li key={`invited ${email}`}>
              <div>
                <p>{email}</p>
                <p className="small muted">
                  link enviado, vale até <Moment at={expires_at} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {invitation && <InvitationLink invitation={invitation} />}
      <form onSubmit={submit}>
        <TextField
          label="E-mail de quem entra"
          name="email"
          type="email"
          autoComplete="off"
          required
          error={failure}
        />
        <button type="submit" className="button">
          Criar link de acesso
        </button>
      </form>
    </section>
  );
}
