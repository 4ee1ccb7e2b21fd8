import { DEVICE_HEADER } from '@funil/contract/console/device';
import { useEffect, useState } from 'react';
import { UNREACHABLE } from '../api.ts';
import { TextField } from '../parts/Fields.tsx';
import { loadAuth, readDeviceId } from '../session/client.ts';
import { NewPasswordField } from './Fields.tsx';
import { SignInForm, TOO_MANY_ATTEMPTS, WEAK_PASSWORD } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** The one-time link's token, which stands behind `#` because browsers send that part to no server. */
const readToken = () => window.location.hash.replace(/^#/, '');

/** Sets a new operator's password; opened by the one-time link that the server or `npm run operator -- add` prints. */
export function FirstAccess() {
  const [token] = useState(readToken);
  const [invitation, setInvitation] = useState<Invitation | string | null>(null);
  useEffect(() => {
    void readInvitation(token).then(setInvitation);
  }, [token]);
  if (invitation === null) return null;
  if (typeof invitation === 'string') {
    return (
      <SignInFrame title="Link sem validade" intro={invitation} completedSteps={0}>
        <a className="button" href="/">
          Ir para a entrada
        </a>
      </SignInFrame>
    );
  }
  const { email } = invitation;
  return (
    <SignInFrame
      title="Crie sua senha"
      intro="Uma frase comprida é mais forte que uma palavra difícil, e mais fácil de lembrar."
      completedSteps={0}
    >
      <SignInForm
        label="Salvar e continuar"
        busyLabel="Salvando…"
        onSubmit={(data) =>
          acceptInvitation({
            token,
            password: String(data.get('new-password')),
            ...(email === null && { email: String(data.get('email')).trim() }),
          })
        }
      >
        {(errorProps) => (
          <>
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={email ?? ''}
              readOnly={email !== null}
              required
            />
            <NewPasswordField {...errorProps} />
          </>
        )}
      </SignInForm>
    </SignInFrame>
  );
}

interface Invitation {
  /** Null for the first operator, who enters one. */
  readonly email: string | null;
}

const INVALID_LINK = 'Este link já foi usado ou venceu. Peça outro a quem cuida do servidor.';

/** @returns the response, or null without a connection */
const post = (path: string, body: object): Promise<Response | null> =>
  fetch(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [DEVICE_HEADER]: readDeviceId() },
    body: JSON.stringify(body),
  }).catch(() => null);

/** Returns the invitation, or the text for the operator if the link is not valid. */
async function readInvitation(token: string): Promise<Invitation | string> {
  const response = await post('invite/look', { token });
  if (response === null) return UNREACHABLE.message;
  return response.ok ? response.json() : INVALID_LINK;
}

/** Sets the password and signs in. @returns the text for the operator after a failure, or null */
async function acceptInvitation(body: object): Promise<string | null> {
  const response = await post('invite', body);
  if (response === null) return UNREACHABLE.message;
  if (response.status === 422) return WEAK_PASSWORD;
  if (response.status === 429) return TOO_MANY_ATTEMPTS;
  if (!response.ok) return INVALID_LINK;
  window.history.replaceState(null, '', '/');
  const auth = await loadAuth();
  const { error } = await auth.setSession(await response.json());
  return error && 'A senha foi salva. Entre com ela.';
}
