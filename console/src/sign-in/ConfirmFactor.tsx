import { useEffect, useState } from 'react';
import { DialogPanel } from '../parts/DialogPanel.tsx';
import { endFactorQuestion } from '../session/factor.ts';
import { CodeField, RecoveryField } from './Fields.tsx';
import './sign-in.css';
import { TryForm, useForm, verifyCode, verifyRecoveryCode } from './TryForm.tsx';

/** Asks for the second factor again, before a change that needs it. */
export function ConfirmFactor() {
  const [hasPhone, setHasPhone] = useState(true);
  const { error, isBusy, first, submit } = useForm(async (data) => {
    const failure = await (hasPhone ? verifyCode(data) : verifyRecoveryCode(data));
    if (failure === null) endFactorQuestion(true);
    return failure;
  });
  useEffect(() => {
    if (hasPhone) first.current?.focus();
  }, [first, hasPhone]);
  return (
    <DialogPanel
      onClose={() => endFactorQuestion(false)}
      title="Confirme que é você"
      description={
        hasPhone
          ? 'Isto muda quem entra ou o que é secreto. Digite o código que o aplicativo autenticador mostra agora.'
          : 'Isto muda quem entra ou o que é secreto. Digite um dos códigos que você guardou; cada um vale uma vez.'
      }
    >
      <div className="fields confirm-factor">
        <TryForm onSubmit={submit} isBusy={isBusy} words={['Confirmar', 'Conferindo…']}>
          {hasPhone ? (
            <CodeField ref={first} error={error} />
          ) : (
            <RecoveryField ref={first} error={error} />
          )}
        </TryForm>
        <button type="button" className="button quiet" onClick={() => setHasPhone(!hasPhone)}>
          {hasPhone ? 'Estou sem o aplicativo' : 'Voltar ao código do aplicativo'}
        </button>
      </div>
    </DialogPanel>
  );
}
