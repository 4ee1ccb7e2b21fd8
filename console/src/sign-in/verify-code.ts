import type { AuthError } from '@supabase/auth-js';
import { loadAuth } from '../session/client.ts';

/** Verifies a form's code of the authenticator app. @returns what went wrong, or null */
export async function verifyCode(data: FormData): Promise<AuthError | string | null> {
  const auth = await loadAuth();
  const factors = await auth.mfa.listFactors();
  const factorId = factors.data?.totp[0]?.id;
  if (factorId === undefined) return factors.error ?? 'Não deu certo. Entre de novo.';
  const result = await auth.mfa.challengeAndVerify({ factorId, code: String(data.get('code')) });
  return result.error;
}

/** Verifies a form's recovery code. @returns what went wrong, or null */
export async function verifyRecoveryCode(data: FormData): Promise<AuthError | null> {
  const auth = await loadAuth();
  const result = await auth.mfa.recoveryCodes.verify({ code: String(data.get('code')) });
  return result.error;
}
