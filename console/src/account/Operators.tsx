import type { AccountInvitation, AccountOperator } from '@funil/contract/operators/account';
import { ROLE_NAMES, type Role } from '@funil/contract/operators/roles';
import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, routeQuery } from '../api.ts';
import { Button, removalProps, TrashButton } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError, SelectField, TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showToast } from '../parts/toast.ts';
import { useRequest } from '../parts/use-request.ts';
import { queryClient } from '../queries.ts';
import { Card, CardRow } from './Card.tsx';

const refetchOperators = () => queryClient.invalidateQueries({ queryKey: ['operators'] });

type Invite = (body: { email: string; role?: Role }) => Promise<void>;

export function Operators() {
  const query = useQuery(routeQuery('GET account/operators', ['operators'], []));
  const { data: operators } = query;
  const [invitation, setInvitation] = useState<AccountInvitation | null>(null);
  const newLink = useRequest();
  const invite: Invite = async (body) => {
    setInvitation(await call('POST account/operators', { body }));
    void refetchOperators();
  };
  const withdrawInvitation = (email: string) =>
    runWithErrorToast(async () => {
      await call('DELETE account/operators/invitations', { body: { email } });
      showToast(`O link de ${email} não vale mais.`);
      setInvitation((shown) => (shown?.email === email ? null : shown));
    }, ['operators']);
  return (
    <Card title="Operadores">
      <QueryStatus query={query} />
      {operators && (
        <ul>
          {operators.items.map((operator) => (
            <OperatorRow
              key={operator.id}
              operator={operator}
              onNewLink={() => void newLink.run(() => invite({ email: operator.email }))}
            />
          ))}
          {operators.invitations.map(({ email, role: invitedAs, expires_at }) => (
            <CardRow key={`invited ${email}`}>
              <div>
                <p>{email}</p>
                <p className="text-small text-muted">
                  {ROLE_NAMES[invitedAs]} · link enviado, vale até <Time at={expires_at} />
                </p>
              </div>
              <TrashButton
                label={`Desfazer o link de ${email}`}
                onClick={() => void withdrawInvitation(email)}
              />
            </CardRow>
          ))}
        </ul>
      )}
      <FieldError>{newLink.failure}</FieldError>
      {invitation && <InvitationLink invitation={invitation} />}
      <InvitationForm invite={invite} />
    </Card>
  );
}

function InvitationForm({ invite }: { invite: Invite }) {
  const { failure, run } = useRequest();
  const [role, setRole] = useState<Role>('attendant');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim();
    void run(async () => {
      await invite({ email, role });
      form.reset();
    });
  }
  return (
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
      <p className="text-small text-muted">{ROLE_HINTS[role]}</p>
      <Button type="submit">Criar link de acesso</Button>
    </form>
  );
}

interface OperatorRowProps {
  operator: AccountOperator;
  onNewLink: () => void;
}

function OperatorRow({ operator, onNewLink }: OperatorRowProps) {
  const { id, email, role, last_sign_in_at, has_factor, is_me } = operator;
  /** A dialog confirms the choice, because an arrow key would otherwise save every role that it passes. */
  const [nextRole, setNextRole] = useState<Role | null>(null);
  async function changeRole(next: Role) {
    await call('PATCH account/operators/:id', { params: { id }, body: { role: next } });
    showToast(`${email}: ${ROLE_NAMES[next]}.`);
    await refetchOperators();
  }
  async function remove() {
    await call('DELETE account/operators/:id', { params: { id } });
    showToast(`${email} não entra mais.`);
    void refetchOperators();
  }
  return (
    <CardRow className="flex flex-wrap">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p>
          {email} {is_me && <span className="text-muted">(você)</span>}
        </p>
        <p className="text-small text-muted">
          {is_me && `${ROLE_NAMES[role]} · `}
          {last_sign_in_at ? (
            <>
              entrou <Time at={last_sign_in_at} />
            </>
          ) : (
            'ainda não entrou'
          )}
          {!has_factor && ' · sem aplicativo autenticador'}
        </p>
      </div>
      {!is_me && (
        <div className="buttons gap-1.5 [&>.field]:flex-[1_1_6rem] max-sm:[&>.button]:px-2.5">
          <RoleField
            label={`Papel de ${email}`}
            isLabelHidden
            value={nextRole ?? role}
            onChange={setNextRole}
          />
          {nextRole !== null && (
            <FormDialog
              title={`${ROLE_NAMES[nextRole]}: ${email}?`}
              description={ROLE_HINTS[nextRole]}
              onClose={() => setNextRole(null)}
              submitLabel="Mudar o papel"
              onSubmit={() => changeRole(nextRole)}
            />
          )}
          <Button onClick={onNewLink}>Novo link</Button>
          <DialogButton
            {...removalProps}
            kind="quiet"
            isSquare
            aria-label={`Remover ${email}`}
            dialog={(close) => (
              <FormDialog
                title={`Remover ${email}?`}
                description="As sessões dessa pessoa terminam agora. O que ela fez continua em “Trilha”."
                onClose={close}
                submitLabel="Remover"
                isDestructive
                onSubmit={remove}
              />
            )}
          >
            <Icon name="trash" />
          </DialogButton>
        </div>
      )}
    </CardRow>
  );
}

function InvitationLink({ invitation }: { invitation: AccountInvitation }) {
  const link = `${window.location.origin}/primeiro-acesso#${invitation.token}`;
  return (
    <div className="box grid gap-2.5" role="status">
      <p>
        Mande este link a <strong>{invitation.email}</strong>. Vale uma vez, por 24 horas, e não
        aparece de novo.
      </p>
      {isExampleAddress(link) && (
        <p>
          Ele não abre em outro computador nem no celular: para isso o painel precisa de um endereço
          na internet. Peça a quem cuida do servidor.
        </p>
      )}
      <code className="text-small select-all">{link}</code>
      <CopyButton text={link} textName="link" />
    </div>
  );
}

const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Tudo, também operadores e segredos.',
  manager: 'Pessoas, vendas, mensagens e relatório.',
  traffic: 'Relatório, gasto e links de anúncio: números, e nenhum nome, telefone ou e-mail.',
  attendant:
    'Atende pessoas e vê o que cada uma tem a pagar; não vê vendas nem totais, não exporta e não apaga.',
};

interface RoleFieldProps {
  label: string;
  value: Role;
  onChange: (role: Role) => void;
  isLabelHidden?: boolean;
}

const RoleField = ({ onChange, ...field }: RoleFieldProps) => (
  <SelectField
    {...field}
    options={Object.entries(ROLE_NAMES)}
    onChange={(value) => onChange(value as Role)}
  />
);
