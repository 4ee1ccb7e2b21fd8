import { DEVICE_HEADER } from '@funil/contract/operators/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, explain, SERVER_ERROR, UNREACHABLE_PROBLEM } from '../api.ts';
import { QueryStatus } from '../parts/Failure.tsx';
import { loadAuth, readDeviceId } from '../session/client.ts';
import { EmailField, NewPasswordField } from './SignInFields.tsx';
import { SignInForm, TOO_MANY_ATTEMPTS, WEAK_PASSWORD } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** The token follows `#`, because browsers send that part of a URL to no server. */
const readLinkToken = () => window.location.hash.replace(/^#/, '');

/** Sets the password of a new operator, or a forgotten one. A one-time link opens this view. */
export function FirstAccess() {
  const [token] = useState(readLinkToken);
  const [isSaved, setIsSaved] = useState(false);
  const query = useQuery({
    queryKey: ['invitation', token],
    meta: { tables: [] },
    queryFn: () => readInvitation(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isInvalid = isInvalidLink(query.error);
  if (isSaved || isInvalid) {
    const texts = isSaved
      ? { title: 'Sua senha foi salva', intro: 'Entre com ela.' }
      : { title: 'Link sem validade', intro: INVALID_LINK };
    return (
      <SignInFrame {...texts}>
        <a className="button" href="/">
          Ir para a entrada
        </a>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Crie sua senha"
      intro="Com ela e um código do celular você entra no painel."
    >
      <QueryStatus query={query} />
      {query.data && (
        <PasswordForm
          token={token}
          email={query.data.email}
          onSaved={() => setIsSaved(true)}
          onUnknownLink={() => void query.refetch()}
        />
      )}
    </SignInFrame>
  );
}

interface PasswordFormProps extends Invitation {
  token: string;
  /** Called if the password was saved, but signing in with the new session failed. */
  onSaved: () => void;
  /** Called if the link was used or replaced after the page was opened. */
  onUnknownLink: () => void;
}

function PasswordForm({ token, email, onSaved, onUnknownLink }: PasswordFormProps) {
  async function submit(formData: FormData): Promise<string | null> {
    const password = String(formData.get('new-password'));
    const enteredEmail = email === null && { email: String(formData.get('email')).trim() };
    try {
      const response = await postToAuth('invite', { token, password, ...enteredEmail });
      window.history.replaceState(null, '', '/');
      if (!(await openSession(response))) onSaved();
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onUnknownLink();
      return explain(error);
    }
  }
  return (
    <SignInForm label="Salvar e continuar" busyLabel="Salvando…" onSubmit={submit}>
      {(errorProps) => (
        <>
          <EmailField defaultValue={email ?? ''} readOnly={email !== null} />
          <NewPasswordField {...errorProps} />
        </>
      )}
    </SignInForm>
  );
}

interface Invitation {
  /** Null for the first operator, who enters an e-mail. */
  readonly email: string | null;
}

const INVALID_LINK =
  'Este link já foi usado ou venceu. Se você já criou a senha, entre com ela; senão, aperte “Esqueci a senha” na entrada.';

const readInvitation = async (token: string): Promise<Invitation> =>
  (await postToAuth('invite/look', { token })).json();

/** Status 404: the link is used, expired or unknown; 400: its token is too long. */
const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Texts by status. Status 400 after sending a password means that the first operator's e-mail is invalid. */
const FIRST_ACCESS_ERRORS: Partial<Record<number, string>> = {
  400: 'Este e-mail não é válido. Confira-o.',
  404: INVALID_LINK,
  422: WEAK_PASSWORD,
  429: TOO_MANY_ATTEMPTS,
};

/** Calls `/auth/v1/<path>` without a session. @throws ApiError for every status but 2xx */
async function postToAuth(path: string, body: object): Promise<Response> {
  const response = await fetch(`/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [DEVICE_HEADER]: readDeviceId() },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response === null) throw new ApiError(0, UNREACHABLE_PROBLEM);
  if (response.ok) return response;
  // If the response is a proxy's error page, it has no code, so the code is that of SERVER_ERROR.
  const { error_code: code = SERVER_ERROR.code } = await response.json().catch(() => ({}));
  const message = FIRST_ACCESS_ERRORS[response.status] ?? SERVER_ERROR.message;
  throw new ApiError(response.status, { code, message });
}

/** @returns whether the session was opened */
async function openSession(response: Response): Promise<boolean> {
  try {
    const auth = await loadAuth();
    return (await auth.setSession(await response.json())).error === null;
  } catch {
    // The connection ended before the whole response arrived, or the browser refuses to store the session.
    return false;
  }
}
