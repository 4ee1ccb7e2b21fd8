import type { AuthError } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { loadAuth } from '../session/client.ts';

/** What went wrong; null: nothing did. */
export type Failure = AuthError | string | null;

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  isBusy: boolean;
  /** The words of its button: idle, and while an attempt runs. */
  words: readonly [idle: string, busy: string];
  /** Whether it is the main form of its place. */
  isMain?: boolean;
  children: ReactNode;
}

/** A form of one attempt at a time. */
export function TryForm({ onSubmit, isBusy, words: [idle, busy], isMain = true, children }: Props) {
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {children}
      <button type="submit" className={isMain ? 'button main' : 'button'} aria-disabled={isBusy}>
        {isBusy ? busy : idle}
      </button>
    </form>
  );
}

/** The state of a form: what went wrong last, and the field that shows it. */
export function useForm(attempt: (data: FormData) => Promise<Failure>) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const failure = await attempt(new FormData(event.currentTarget));
    setIsBusy(false);
    setError(failure === null || typeof failure === 'string' ? failure : explainAuth(failure));
    if (failure !== null) {
      first.current?.focus();
      first.current?.select();
    }
  }
  return { error, isBusy, first, submit };
}

/** Verifies a form's code of the authenticator app. */
export async function verifyCode(data: FormData): Promise<Failure> {
  const auth = await loadAuth();
  const factors = await auth.mfa.listFactors();
  const factorId = factors.data?.totp[0]?.id;
  if (factorId === undefined) return factors.error ?? 'Não deu certo. Entre de novo.';
  const result = await auth.mfa.challengeAndVerify({ factorId, code: String(data.get('code')) });
  return result.error;
}

/** Verifies a form's recovery code. */
export async function verifyRecoveryCode(data: FormData): Promise<Failure> {
  const auth = await loadAuth();
  const result = await auth.mfa.recoveryCodes.verify({ code: String(data.get('code')) });
  return result.error;
}

export const WEAK_PASSWORD =
  'Esta senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.';
export const TOO_MANY_ATTEMPTS = 'Tentativas demais. Espere alguns minutos e tente de novo.';
export const UNREACHABLE = 'Sem conexão com o servidor. Confira a internet e tente de novo.';

const WORDS: Record<string, string> = {
  invalid_credentials: 'E-mail ou senha não conferem.',
  mfa_verification_failed: 'Este código não confere. Espere o próximo e tente de novo.',
  mfa_challenge_expired: 'Este código demorou demais. Digite o que o aplicativo mostra agora.',
  mfa_recovery_code_invalid: 'Este código de recuperação não confere ou já foi usado.',
  over_request_rate_limit: TOO_MANY_ATTEMPTS,
  weak_password: WEAK_PASSWORD,
  same_password: 'A senha nova precisa ser diferente da atual.',
  reauthentication_needed: 'Sem o código do aplicativo, nada mudou.',
  user_banned: 'E-mail ou senha não conferem.',
  session_not_found: 'Sua sessão terminou. Entre de novo.',
  refresh_token_not_found: 'Sua sessão terminou. Entre de novo.',
};

/** Returns the words for a refused sign-in. */
export function explainAuth(error: AuthError): string {
  if (error.name === 'AuthRetryableFetchError') return UNREACHABLE;
  if (error.status === 429) return TOO_MANY_ATTEMPTS;
  return WORDS[error.code ?? ''] ?? 'Não deu certo. Tente de novo em um minuto.';
}
