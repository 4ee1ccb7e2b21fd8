import type { AuthError } from '@supabase/auth-js';

export const WEAK_PASSWORD =
  'Esta senha é fácil de adivinhar. Use três ou mais palavras, como uma frase curta só sua.';

const WORDS: Record<string, string> = {
  invalid_credentials: 'E-mail ou senha não conferem.',
  mfa_verification_failed: 'Este código não confere. Espere o próximo e tente de novo.',
  mfa_challenge_expired: 'Este código demorou demais. Digite o que o aplicativo mostra agora.',
  mfa_recovery_code_invalid: 'Este código de recuperação não confere ou já foi usado.',
  over_request_rate_limit: 'Tentativas demais. Espere alguns minutos e tente de novo.',
  weak_password: WEAK_PASSWORD,
  same_password: 'A senha nova precisa ser diferente da atual.',
  reauthentication_needed: 'Sem o código do aplicativo, nada mudou.',
  user_banned: 'E-mail ou senha não conferem.',
  session_not_found: 'Sua sessão terminou. Entre de novo.',
  refresh_token_not_found: 'Sua sessão terminou. Entre de novo.',
};

/** What a refused sign-in is told as. */
export function explainAuth(error: AuthError): string {
  if (error.name === 'AuthRetryableFetchError') {
    return 'Sem conexão com o servidor. Confira a internet e tente de novo.';
  }
  if (error.status === 429) return WORDS.over_request_rate_limit ?? '';
  return WORDS[error.code ?? ''] ?? 'Não deu certo. Tente de novo em um minuto.';
}
