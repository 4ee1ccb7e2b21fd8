import type { AccountInvitation, AccountOperators } from '@funil/contract/console/account';
import { ROLE_NAMES, type Role } from '@funil/contract/console/roles';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, explain } from '../api.ts';
import { Missing } from '../parts/Missing.tsx';
import { Moment } from '../parts/Moment.tsx';
import { TextField } from '../parts/TextField.tsx';
import { queryClient } from '../queries.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { OperatorRow } from './OperatorRow.tsx';
import { ROLE_HINTS, RoleField } from './RoleField.tsx';

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
  const [role, setRole] = useState<Role>('attendant');
  /** @returns whether there is a link now */
  async function invite(body: { email: string; role?: Role }) {
    try {
      setInvitation(await call('account/operators', { method: 'POST', body }));
      setFailure(null);
      await refresh();
      return true;
    } catch (problem) {
      setFailure(explain(problem));
      return false;
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim();
    void invite({ email, role }).then((isDone) => isDone && form.reset());
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
              onReset={() => void invite({ email: operator.email })}
            />
          ))}
          {data.invitations.map(({ email, role: promised, expires_at }) => (
            <li key={`invited ${email}`}>
              <div>
                <p>{email}</p>
                <p className="small muted">
                  {ROLE_NAMES[promised]} · link enviado, vale até <Moment at={expires_at} />
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
        <RoleField label="Papel" value={role} onChange={setRole} />
        <p className="small muted">{ROLE_HINTS[role]}</p>
        <button type="submit" className="button">
          Criar link de acesso
        </button>
      </form>
    </section>
  );
}
