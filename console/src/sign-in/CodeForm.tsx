import { loadAuth } from '../session/client.ts';
import { verifyFactor } from '../session/session.ts';
import { CodeField, RecoveryField } from './SignInFields.tsx';
import { SignInForm } from './SignInForm.tsx';

interface Props {
  /** Takes a recovery code instead of the authenticator app's code. */
  isRecovery: boolean;
  label: string;
  onVerified?: () => void;
}

export function CodeForm({ isRecovery, label, onVerified }: Props) {
  const Field = isRecovery ? RecoveryField : CodeField;
  return (
    <SignInForm
      key={String(isRecovery)}
      label={label}
      busyLabel="Conferindo…"
      isFieldFocused
      onSubmit={async (formData) => {
        const failure = await verifyCode(String(formData.get('code')), isRecovery);
        if (failure === null) onVerified?.();
        return failure;
      }}
    >
      {(errorProps) => <Field {...errorProps} />}
    </SignInForm>
  );
}

const WRONG_RECOVERY_CODE = 'Este código de recuperação não confere ou já foi usado.';

async function verifyCode(code: string, isRecovery: boolean) {
  const { mfa } = await loadAuth();
  if (isRecovery) {
    const { error } = await verifyFactor(() => mfa.recoveryCodes.verify({ code }));
    return error?.code === 'mfa_verification_failed' ? WRONG_RECOVERY_CODE : error;
  }
  const factors = await mfa.listFactors();
  // The newest app counts, because an app that replaces another is added later.
  const factorId = factors.data?.totp.at(-1)?.id;
  if (factorId === undefined) return factors.error ?? 'Não deu certo. Entre de novo.';
  return (await verifyFactor(() => mfa.challengeAndVerify({ factorId, code }))).error;
}
