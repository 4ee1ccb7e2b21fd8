import { DEVICE_HEADER } from '@funil/contract/console/device';
import { useEffect, useState } from 'react';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth, readDevice } from '../session/client.ts';
import { Door } from './Door.tsx';
import { NewPasswordField } from './Fields.tsx';
import { TOO_MANY_ATTEMPTS, TryForm, UNREACHABLE, useForm, WEAK_PASSWORD } from './TryForm.tsx';

/** The one-time link's token; it stands behind `#`, which browsers send to no server. */
const readToken = () => window.location.hash.replace(/^#/, '');

/** Sets a new operator's password, by the link that the server or `npm run operator -- add` printed. */
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

const USED = 'Este link já foi usado ou venceu. Peça outro a quem cuida do servidor.';

async function post(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [DEVICE_HEADER]: readDevice() },
      body: JSON.stringify(body),
    });
  } catch {
    // No answer.
    return null;
  }
}

/** Returns the e-mail of a one-time link (null: the first operator's, who enters one), or why the link is not valid. */
async function lookAtInvitation(token: string): Promise<{ email: string | null } | string> {
  const response = await post('invite/look', { token });
  if (response === null) return UNREACHABLE;
  return response.ok ? await response.json() : USED;
}

/** Accepts the invitation and signs in. @returns what went wrong, or null */
async function acceptInvitation(body: {
  token: string;
  password: string;
  email?: string;
}): Promise<string | null> {
  const response = await post('invite', body);
  if (response === null) return UNREACHABLE;
  if (response.status === 422) return WEAK_PASSWORD;
  if (response.status === 429) return TOO_MANY_ATTEMPTS;
  if (!response.ok) return USED;
  window.history.replaceState(null, '', '/');
  const auth = await loadAuth();
  const { error } = await auth.setSession(await response.json());
  return error && 'A senha foi salva. Entre com ela.';
}
