import { useEffect, useState } from 'react';
import { TextField } from '../parts/TextField.tsx';
import { Door } from './Door.tsx';
import { acceptInvitation, lookAtInvitation } from './invitation.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { TryForm } from './TryForm.tsx';
import { useForm } from './use-form.ts';

/** The one-time link's token; it stands behind `#`, which no server and no log sees. */
const readToken = () => window.location.hash.replace(/^#/, '');

/** A new operator's own password, by the link that the server or `npm run operator -- add` printed. */
export function FirstAccess() {
  const [token] = useState(readToken);
  const [invitation, setInvitation] = useState<{ email: string | null } | string | null>(null);
  useEffect(() => {
    void lookAtInvitation(token).then(setInvitation);
  }, [token]);
  if (invitation === null) return null;
  if (typeof invitation === 'string') {
    return (
      <Door title="Link sem validade" lead={invitation} done={0}>
        <a className="button" href="/">
          Ir para a entrada
        </a>
      </Door>
    );
  }
  return <NewPassword token={token} known={invitation.email} />;
}

function NewPassword({ token, known }: { token: string; known: string | null }) {
  const { error, isBusy, first, submit } = useForm((data) => {
    const password = String(data.get('new-password'));
    const email = String(data.get('email')).trim();
    return acceptInvitation({ token, password, ...(known === null && { email }) });
  });
  return (
    <Door
      title="Crie sua senha"
      lead="Uma frase comprida é mais forte que uma palavra difícil, e mais fácil de lembrar."
      done={0}
    >
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Salvar e continuar', 'Salvando…']}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={known ?? ''}
          readOnly={known !== null}
          required
        />
        <NewPasswordField ref={first} error={error} />
      </TryForm>
    </Door>
  );
}
