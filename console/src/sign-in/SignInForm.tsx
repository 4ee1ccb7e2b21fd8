import { type AuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { UNREACHABLE_PROBLEM } from '../api.ts';
import { Button } from '../parts/Button.tsx';

interface Props {
  label: string;
  busyLabel: string;
  isMain?: boolean;
  isFieldFocused?: boolean;
  /** @returns the failure, or null */
  onSubmit: (formData: FormData) => Promise<AuthError | string | null>;
  /** The field with `errorProps` shows the error, and gets the focus after a failure. */
  children: (errorProps: {
    ref: RefObject<HTMLInputElement | null>;
    error: string | null;
  }) => ReactNode;
}

export function SignInForm(props: Props) {
  const { label, busyLabel, isMain = true, isFieldFocused = false, onSubmit, children } = props;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFieldFocused) ref.current?.focus();
  }, [isFieldFocused]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const failure = await onSubmit(new FormData(event.currentTarget));
    setIsBusy(false);
    setError(failure === null || typeof failure === 'string' ? failure : explainAuth(failure));
    if (failure !== null) {
      ref.current?.focus();
      ref.current?.select();
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {children({ ref, error })}
      <Button type="submit" {...(isMain && { kind: 'main' })} aria-disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </form>
  );
}

export const WEAK_PASSWORD =
  'Esta senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.';
export const TOO_MANY_ATTEMPTS = 'Tentativas demais. Espere alguns minutos e tente de novo.';

const WRONG_PASSWORD = 'E-mail ou senha não conferem.';
const SESSION_ENDED = 'Sua sessão terminou. Entre de novo.';

/** Texts by the error codes of Supabase Auth. */
const AUTH_ERRORS: Record<string, string> = {
  invalid_credentials: WRONG_PASSWORD,
  user_banned: WRONG_PASSWORD,
  mfa_verification_failed: 'Este código não confere. Espere o próximo e tente de novo.',
  mfa_factor_of_other_key:
    'O servidor perdeu a chave do seu segundo fator. Use um código de recuperação, ou peça a quem cuida dele que zere o seu segundo fator.',
  mfa_challenge_expired: 'Este código demorou demais. Digite o que o aplicativo mostra agora.',
  weak_password: WEAK_PASSWORD,
  same_password: 'A senha nova precisa ser diferente da atual.',
  reauthentication_needed: 'Sem o código do aplicativo, nada mudou.',
  session_not_found: SESSION_ENDED,
  refresh_token_not_found: SESSION_ENDED,
};

export function explainAuth(error: AuthError): string {
  if (isAuthRetryableFetchError(error)) return UNREACHABLE_PROBLEM.message;
  if (error.status === 429) return TOO_MANY_ATTEMPTS;
  return AUTH_ERRORS[error.code ?? ''] ?? 'Não deu certo. Tente de novo em um minuto.';
}
