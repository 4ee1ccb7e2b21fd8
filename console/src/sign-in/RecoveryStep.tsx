import { useEffect } from 'react';
import { TextField } from '../parts/TextField.tsx';
import { loadAuth } from '../session/client.ts';
import { Door } from './Door.tsx';
import { TryForm } from './TryForm.tsx';
import { useForm } from './use-form.ts';

/** For who has lost the authenticator app: one of the codes that were shown when it was set up. */
export function RecoveryStep({ onBack }: { onBack: () => void }) {
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const auth = await loadAuth();
    const result = await auth.mfa.recoveryCodes.verify({ code: String(data.get('code')) });
    return result.error;
  });
  useEffect(() => first.current?.focus(), [first]);
  return (
    <Door
      title="Código de recuperação"
      lead="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez."
      done={1}
    >
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Entrar com este código', 'Conferindo…']}>
        <TextField
          ref={first}
          label="Código de recuperação"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={error}
        />
      </TryForm>
      <button type="button" className="button quiet" onClick={onBack}>
        Voltar ao código do aplicativo
      </button>
    </Door>
  );
}
