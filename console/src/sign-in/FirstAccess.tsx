import { DEVICE_HEADER } from '@funil/contract/console/device';
import { useEffect, useState } from 'react';
import { TextField } from '../parts/TextField.tsx';
import { loadAuth } from '../session/client.ts';
import { readDevice } from '../session/device.ts';
import { WEAK_PASSWORD } from './auth-words.ts';
import { Door } from './Door.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { TryForm, useForm } from './TryForm.tsx';

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

const USED = 'Este link já foi usado ou venceu. Peça outro a quem cuida do servidor.';
const UNREACHABLE = 'Sem conexão com o servidor. Confira a internet e tente de novo.';

async function post(path: string, body: object): Promise<Response | null> {
  try {
    return await fetch(`/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [DEVICE_HEADER]: readDevice() },
      body: JSON.stringify(body),
    });
  } catch {
    // No answer came: told as such.
    return null;
  }
}

/** Whom a one-time link is for; `email: null`: whoever opens it first. A text says why it is good for nothing. */
async function lookAtInvitation(token: string): Promise<{ email: string | null } | string> {
  const response = await post('invite/look', { token });
  if (response === null) return UNREACHABLE;
  return response.ok ? await response.json() : USED;
}

/** Takes the invitation, once, and signs in. @returns what went wrong, or null */
async function acceptInvitation(body: {
  token: string;
  password: string;
  email?: string;
}): Promise<string | null> {
  const response = await post('invite', body);
  if (response === null) return UNREACHABLE;
  if (response.status === 422) return WEAK_PASSWORD;
  if (response.status === 429) return 'Tentativas demais. Espere alguns minutos e tente de novo.';
  if (!response.ok) return USED;
  window.history.replaceState(null, '', '/');
  const auth = await loadAuth();
  const { error } = await auth.setSession(await response.json());
  return error && 'A senha foi salva. Entre com ela.';
}
