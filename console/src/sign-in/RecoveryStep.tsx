import { useEffect } from 'react';
import { Door } from './Door.tsx';
import { RecoveryField } from './RecoveryField.tsx';
import { TryForm } from './TryForm.tsx';
import { useForm } from './use-form.ts';
import { verifyRecoveryCode } from './verify-code.ts';

/** For who has lost the authenticator app: one of the codes that were shown when it was set up. */
export function RecoveryStep({ onBack }: { onBack: () => void }) {
  const { error, isBusy, first, submit } = useForm(verifyRecoveryCode);
  useEffect(() => first.current?.focus(), [first]);
  return (
    <Door
      title="Código de recuperação"
      lead="Use um dos códigos que você guardou ao ativar o aplicativo. Cada um vale uma vez."
      done={1}
    >
      <TryForm onSubmit={submit} isBusy={isBusy} words={['Entrar com este código', 'Conferindo…']}>
        <RecoveryField ref={first} error={error} />
      </TryForm>
      <button type="button" className="button quiet" onClick={onBack}>
        Voltar ao código do aplicativo
      </button>
    </Door>
  );
}
